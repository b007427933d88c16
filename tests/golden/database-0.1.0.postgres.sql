SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION public.count_menu_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare changed text := case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end;
    begin
      insert into menu_versions (merchant_id, version) values (changed, 1)
        on conflict (merchant_id) do update set version = menu_versions.version + 1;
      return null;
    end $$;
CREATE TABLE public.categories (
    merchant_id text NOT NULL,
    id text NOT NULL,
    sort integer NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.code_requests (
    id text NOT NULL,
    merchant_id text NOT NULL,
    phone text NOT NULL,
    address text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.ended_logins (
    id text NOT NULL,
    ended_at bigint NOT NULL
);
CREATE TABLE public.events (
    session_id text NOT NULL,
    id text NOT NULL,
    replica_id text NOT NULL,
    seq bigint NOT NULL,
    user_id text NOT NULL,
    version bigint NOT NULL,
    rejected text,
    body text NOT NULL
);
CREATE TABLE public.inbox (
    id bigint NOT NULL,
    merchant_id text NOT NULL,
    recipient text NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL
);
CREATE SEQUENCE public.inbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.inbox_id_seq OWNED BY public.inbox.id;
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.menu_versions (
    merchant_id text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.merchants (
    id text NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.meta (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.order_codes (
    session_id text NOT NULL,
    code text NOT NULL,
    issued_at bigint NOT NULL,
    used_at bigint,
    tries_left integer NOT NULL
);
CREATE TABLE public.order_members (
    order_id text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.orders (
    id text NOT NULL,
    merchant_id text NOT NULL,
    session_id text NOT NULL,
    table_id text,
    status integer NOT NULL,
    payment_status integer NOT NULL,
    send_status integer NOT NULL,
    row_version integer NOT NULL,
    rounds integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.phone_codes (
    merchant_id text NOT NULL,
    phone text NOT NULL,
    code_hash text NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    tries_left integer NOT NULL
);
CREATE TABLE public.placements (
    session_id text NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    outcome text NOT NULL,
    order_id text,
    code integer,
    msg text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.products (
    merchant_id text NOT NULL,
    id text NOT NULL,
    category_id text NOT NULL,
    sort integer NOT NULL,
    sold_out integer DEFAULT 0 NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.session_checkpoints (
    session_id text NOT NULL,
    version bigint NOT NULL,
    format integer NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.session_members (
    session_id text NOT NULL,
    user_id text NOT NULL,
    joined_at bigint NOT NULL
);
CREATE TABLE public.session_replicas (
    session_id text NOT NULL,
    replica_id text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.staff_sessions (
    id_hash text NOT NULL,
    merchant_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.table_sessions (
    id text NOT NULL,
    merchant_id text NOT NULL,
    table_id text,
    owner_id text,
    opened_at bigint NOT NULL,
    closed_at bigint,
    version bigint DEFAULT 0 NOT NULL,
    server_seq bigint DEFAULT 0 NOT NULL,
    last_operate_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.tables (
    merchant_id text NOT NULL,
    id text NOT NULL,
    qrcode_id text NOT NULL,
    name text NOT NULL,
    sort integer NOT NULL
);
CREATE TABLE public.user_coupons (
    id text NOT NULL,
    user_id text NOT NULL,
    coupon_id text NOT NULL,
    received_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    order_id text
);
CREATE TABLE public.users (
    id text NOT NULL,
    merchant_id text NOT NULL,
    kind text NOT NULL,
    phone text,
    first_name text NOT NULL,
    last_name text NOT NULL,
    mail text NOT NULL,
    birthday integer,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    id text NOT NULL,
    order_id text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL,
    attempts integer NOT NULL,
    next_at bigint NOT NULL
);
ALTER TABLE ONLY public.inbox ALTER COLUMN id SET DEFAULT nextval('public.inbox_id_seq'::regclass);
INSERT INTO public.categories VALUES ('1001', '100101', 0, '{"name":{"en-US":"Noodle Soups","zh-TW":"湯麵"},"aliases":["noodles","麵","麵食","noodle soup"]}');
INSERT INTO public.categories VALUES ('1001', '100102', 1, '{"name":{"en-US":"Tossed Noodles","zh-TW":"乾拌麵"},"aliases":["dry noodles","noodles","麵","麵食","乾麵"]}');
INSERT INTO public.categories VALUES ('1001', '100103', 2, '{"name":{"en-US":"Dumplings & Buns","zh-TW":"餃子點心"},"aliases":["dim sum","dumplings","點心","包子","dumpling"]}');
INSERT INTO public.events VALUES ('FFHjtkSxEj95979Lb6e7r', 'rm:1', 'rm', 1, 'UNmvzqB1ZTdnaMzGAsaCh', 1, NULL, '{"id":"rm:1","at":[1795868842014,0],"seen":{},"userId":"UNmvzqB1ZTdnaMzGAsaCh","type":"itemAdded","lineId":"rm:1","item":{"productId":"1001014","categoryId":"100102","name":"Stir-Fried Rice Vermicelli","price":"10.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO public.events VALUES ('FFHjtkSxEj95979Lb6e7r', 'server:1', 'server', 1, 'UNmvzqB1ZTdnaMzGAsaCh', 2, NULL, '{"type":"orderPlaced","orderId":"DYTkmedly_iXt_JtENQL6","id":"server:1","at":[1795868843476,0],"seen":{"rm":1},"userId":"UNmvzqB1ZTdnaMzGAsaCh"}');
INSERT INTO public.events VALUES ('FFHjtkSxEj95979Lb6e7r', 'rm:2', 'rm', 2, 'UNmvzqB1ZTdnaMzGAsaCh', 3, NULL, '{"id":"rm:2","at":[1795868844083,0],"seen":{"rm":1,"server":1},"userId":"UNmvzqB1ZTdnaMzGAsaCh","type":"itemAdded","lineId":"rm:2","item":{"productId":"1001015","categoryId":"100103","name":"Xiao Long Bao","price":"11.95","notes":"","modifiers":[]},"quantity":2}');
INSERT INTO public.events VALUES ('FFHjtkSxEj95979Lb6e7r', 'server:2', 'server', 2, 'UNmvzqB1ZTdnaMzGAsaCh', 4, NULL, '{"type":"orderPlaced","orderId":"DYTkmedly_iXt_JtENQL6","id":"server:2","at":[1795868844156,0],"seen":{"rm":2,"server":1},"userId":"UNmvzqB1ZTdnaMzGAsaCh"}');
INSERT INTO public.events VALUES ('FFHjtkSxEj95979Lb6e7r', 'rm:3', 'rm', 3, 'UNmvzqB1ZTdnaMzGAsaCh', 5, NULL, '{"id":"rm:3","at":[1795868844408,0],"seen":{"rm":2,"server":2},"userId":"UNmvzqB1ZTdnaMzGAsaCh","type":"itemAdded","lineId":"rm:3","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":3}');
INSERT INTO public.events VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', 'r1:1', 'r1', 1, 'ZVjjtAMfqET-DLD0qprRh', 1, NULL, '{"id":"r1:1","at":[1795868844629,0],"seen":{},"userId":"ZVjjtAMfqET-DLD0qprRh","type":"itemAdded","lineId":"r1:1","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO public.events VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', 'server:1', 'server', 1, 'ZVjjtAMfqET-DLD0qprRh', 2, NULL, '{"type":"orderPlaced","orderId":"uiFVhBVo956jKxSgwWeFB","id":"server:1","at":[1795868844836,0],"seen":{"r1":1},"userId":"ZVjjtAMfqET-DLD0qprRh"}');
INSERT INTO public.events VALUES ('ot2oL7Xv6iKiLivwoRc5P', 'r2:1', 'r2', 1, 'TkEWimKKQFP2yjQyyL22y', 1, NULL, '{"id":"r2:1","at":[1795868845115,0],"seen":{},"userId":"TkEWimKKQFP2yjQyyL22y","type":"itemAdded","lineId":"r2:1","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO public.events VALUES ('ot2oL7Xv6iKiLivwoRc5P', 'server:1', 'server', 1, 'TkEWimKKQFP2yjQyyL22y', 2, NULL, '{"type":"orderPlaced","orderId":"UfIWJsvfaHxuQnc5seQas","id":"server:1","at":[1795868845291,0],"seen":{"r2":1},"userId":"TkEWimKKQFP2yjQyyL22y"}');
INSERT INTO public.kysely_migration VALUES ('0001-tables', '2026-11-28T12:27:10.161Z');
INSERT INTO public.kysely_migration VALUES ('0002-user-coupons', '2026-11-28T12:27:10.188Z');
INSERT INTO public.kysely_migration VALUES ('0003-staff-sessions', '2026-11-28T12:27:10.200Z');
INSERT INTO public.kysely_migration VALUES ('0004-session-checkpoints', '2026-11-28T12:27:10.212Z');
INSERT INTO public.kysely_migration VALUES ('0005-webhook-deliveries', '2026-11-28T12:27:10.220Z');
INSERT INTO public.kysely_migration VALUES ('0006-ended-logins', '2026-11-28T12:27:10.233Z');
INSERT INTO public.kysely_migration VALUES ('0007-menu-versions', '2026-11-28T12:27:10.263Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.menu_versions VALUES ('1002', 70);
INSERT INTO public.menu_versions VALUES ('1003', 26);
INSERT INTO public.menu_versions VALUES ('1001', 80);
INSERT INTO public.merchants VALUES ('1001', '{"serverMode":0,"shortName":{"en-US":"Lantern Alley Kitchen","zh-TW":"燈巷小館"},"desc":{"en-US":"Beef noodles, dumplings and wok cooking on the corner, open until the last bowl is sold.","zh-TW":"巷口的牛肉麵、小籠包和熱炒，賣到最後一碗才打烊。"},"guestMode":true,"orderCodeRequired":false,"themeColor":"#f6821f","currency":"USD","decimals":2,"taxRate":"0.05","taxName":{"en-US":"Sales tax","zh-TW":"營業稅"},"serviceChargeRate":"0.10","clearTableCartMinutes":120,"tips":[15,18,20],"stations":[{"id":"kitchen","name":{"en-US":"Kitchen","zh-TW":"廚房"}},{"id":"wok","name":{"en-US":"Wok","zh-TW":"熱炒"}},{"id":"bar","name":{"en-US":"Bar","zh-TW":"吧台"}}],"coupons":[{"id":"1001001","name":{"en-US":"$5 off when you spend $40","zh-TW":"滿 US$40 折 US$5"},"couponType":1,"discountType":0,"discountValue":"5.00","thresholdAmount":"40.00","maxDiscountAmount":null,"spans":"bill"},{"id":"1001002","name":{"en-US":"Neighbors: 10% off","zh-TW":"老鄰居九折"},"couponType":1,"discountType":1,"discountValue":"10","thresholdAmount":"0.00","maxDiscountAmount":"12.00"},{"id":"1001003","name":{"en-US":"Rainy day: $1.05 off","zh-TW":"雨天折 US$1.05"},"couponType":1,"discountType":0,"discountValue":"1.05","thresholdAmount":"0.00","maxDiscountAmount":null}]}');
INSERT INTO public.meta VALUES ('demo-file:1001-lantern-alley-kitchen.yaml', '45ec1724a6ed4d5f9bf82b77c919fe99947728b319ddf4fd2632917c30f1e29b');
INSERT INTO public.meta VALUES ('demo-file:1002-ember-and-tide.yaml', '604261bf7d71033efd988c377c5aa05fb8e506aacf023ce88e51187d2e3c00b9');
INSERT INTO public.meta VALUES ('demo-file:1003-slow-leaf-tea-house.yaml', '37b95f8a500098b7cb238dc1ad792417d375829519a3b266a286e19a44574686');
INSERT INTO public.order_members VALUES ('DYTkmedly_iXt_JtENQL6', 'UNmvzqB1ZTdnaMzGAsaCh');
INSERT INTO public.order_members VALUES ('uiFVhBVo956jKxSgwWeFB', 'ZVjjtAMfqET-DLD0qprRh');
INSERT INTO public.order_members VALUES ('UfIWJsvfaHxuQnc5seQas', 'TkEWimKKQFP2yjQyyL22y');
INSERT INTO public.orders VALUES ('uiFVhBVo956jKxSgwWeFB', '1001', 'DnRNUcZ4qbpC-NG_sxV_Z', '1001001', 0, 0, 0, 1, 1, 1795868844836, 1795868844836, '{"id":"uiFVhBVo956jKxSgwWeFB","serial":"UIFVHB","type":0,"status":0,"completeWhen":"served","sendStatus":0,"paymentStatus":0,"tableId":"1001001","tableName":"1","guests":1,"orderItems":[{"id":"1-1","orderId":"uiFVhBVo956jKxSgwWeFB","productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","originalPrice":"7.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"7.50","userId":"ZVjjtAMfqET-DLD0qprRh","userName":"","round":1,"placedAt":1795868844836,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"0.41"}],"orderCoupons":[],"rowVersion":1,"createAt":1795868844836,"updateAt":1795868844836,"sourceType":4,"memberId":"ZVjjtAMfqET-DLD0qprRh","customerId":"ZVjjtAMfqET-DLD0qprRh","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"7.50","totalDiscountAmount":"0.00","totalChargeAmount":"0.75","totalTaxAmount":"0.41","totalAmount":"8.66","priceAdjustments":[{"category":1,"target":0,"amount":"0.75"},{"category":6,"target":0,"amount":"0.41"}],"serviceChargeRate":"0.10"}');
INSERT INTO public.orders VALUES ('UfIWJsvfaHxuQnc5seQas', '1001', 'ot2oL7Xv6iKiLivwoRc5P', '1001002', 0, 0, 0, 1, 1, 1795868845291, 1795868845291, '{"id":"UfIWJsvfaHxuQnc5seQas","serial":"UFIWJS","type":0,"status":0,"completeWhen":"served","sendStatus":0,"paymentStatus":0,"tableId":"1001002","tableName":"2","guests":1,"orderItems":[{"id":"1-1","orderId":"UfIWJsvfaHxuQnc5seQas","productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","originalPrice":"7.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"7.50","userId":"TkEWimKKQFP2yjQyyL22y","userName":"","round":1,"placedAt":1795868845291,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"0.41"}],"orderCoupons":[],"rowVersion":1,"createAt":1795868845291,"updateAt":1795868845291,"sourceType":4,"memberId":"TkEWimKKQFP2yjQyyL22y","customerId":"TkEWimKKQFP2yjQyyL22y","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"7.50","totalDiscountAmount":"0.00","totalChargeAmount":"0.75","totalTaxAmount":"0.41","totalAmount":"8.66","priceAdjustments":[{"category":1,"target":0,"amount":"0.75"},{"category":6,"target":0,"amount":"0.41"}],"serviceChargeRate":"0.10"}');
INSERT INTO public.orders VALUES ('DYTkmedly_iXt_JtENQL6', '1001', 'FFHjtkSxEj95979Lb6e7r', '1001003', 1, 0, 1, 2, 2, 1795868843476, 9000, '{"id":"DYTkmedly_iXt_JtENQL6","serial":"DYTKME","type":0,"status":1,"completeWhen":"served","sendStatus":1,"paymentStatus":0,"tableId":"1001003","tableName":"3","guests":1,"orderItems":[{"id":"1-1","orderId":"DYTkmedly_iXt_JtENQL6","productId":"1001014","categoryId":"100102","name":"Stir-Fried Rice Vermicelli","price":"10.50","originalPrice":"10.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"10.50","userId":"UNmvzqB1ZTdnaMzGAsaCh","userName":"","round":1,"placedAt":1795868843476,"qtyReady":0,"qtyServed":0,"qtySentToKitchen":1,"sentAt":1000},{"id":"2-1","orderId":"DYTkmedly_iXt_JtENQL6","productId":"1001015","categoryId":"100103","name":"Xiao Long Bao","price":"11.95","originalPrice":"11.95","quantity":2,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"23.90","userId":"UNmvzqB1ZTdnaMzGAsaCh","userName":"","round":2,"placedAt":1795868844156,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"1.89"}],"orderCoupons":[],"rowVersion":2,"createAt":1795868843476,"updateAt":1795868844156,"sourceType":4,"memberId":"UNmvzqB1ZTdnaMzGAsaCh","customerId":"UNmvzqB1ZTdnaMzGAsaCh","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"34.40","totalDiscountAmount":"0.00","totalChargeAmount":"3.44","totalTaxAmount":"1.89","totalAmount":"39.73","priceAdjustments":[{"category":1,"target":0,"amount":"3.44"},{"category":6,"target":0,"amount":"1.89"}],"serviceChargeRate":"0.10"}');
INSERT INTO public.placements VALUES ('FFHjtkSxEj95979Lb6e7r', 'before-1', 'UNmvzqB1ZTdnaMzGAsaCh', 'placed', 'DYTkmedly_iXt_JtENQL6', NULL, '', 1795868843603);
INSERT INTO public.placements VALUES ('FFHjtkSxEj95979Lb6e7r', 'before-2', 'UNmvzqB1ZTdnaMzGAsaCh', 'placed', 'DYTkmedly_iXt_JtENQL6', NULL, '', 1795868844295);
INSERT INTO public.placements VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', 'placement-1', 'ZVjjtAMfqET-DLD0qprRh', 'placed', 'uiFVhBVo956jKxSgwWeFB', NULL, '', 1795868844890);
INSERT INTO public.placements VALUES ('ot2oL7Xv6iKiLivwoRc5P', 'placement-2', 'TkEWimKKQFP2yjQyyL22y', 'placed', 'UfIWJsvfaHxuQnc5seQas', NULL, '', 1795868845389);
INSERT INTO public.products VALUES ('1001', '1001005', '100101', 4, 0, '{"name":{"en-US":"Danzai Noodles","zh-TW":"擔仔麵"},"aliases":["ta-a noodles","dan zai","度小月"],"description":{"en-US":"A small Tainan-style bowl: shrimp broth, minced pork, one shrimp and a kick of garlic.","zh-TW":"台南味的小小一碗，蝦頭湯、肉燥、一尾蝦，再來一匙蒜泥。"},"price":"7.50","picture":"danzai-noodles","salesUnitType":"piece","allergens":["gluten","crustacean","soy"],"diets":[],"modifierGroups":[{"id":"100100501","name":{"en-US":"Add to the bowl","zh-TW":"加料"},"min":0,"max":4,"modifiers":[{"id":"10010050101","name":{"en-US":"Soy-braised egg","zh-TW":"滷蛋"},"price":"1.75"},{"id":"10010050102","name":{"en-US":"Extra noodles","zh-TW":"加麵"},"price":"2.00"},{"id":"10010050103","name":{"en-US":"Extra braised beef","zh-TW":"加牛肉"},"price":"5.25"},{"id":"10010050104","name":{"en-US":"Bok choy","zh-TW":"加青江菜"},"price":"1.50"},{"id":"10010050105","name":{"en-US":"Pickled mustard greens","zh-TW":"酸菜"},"price":"0.50"},{"id":"10010050106","name":{"en-US":"House chili crisp","zh-TW":"自製辣渣"},"price":"0.75"}]}]}');
INSERT INTO public.products VALUES ('1001', '1001014', '100102', 5, 0, '{"name":{"en-US":"Stir-Fried Rice Vermicelli","zh-TW":"古早味炒米粉"},"aliases":["mi fen","bee hoon","rice noodles"],"description":{"en-US":"Hsinchu vermicelli with pumpkin, shiitake and dried shrimp, the way it is made for temple feasts.","zh-TW":"新竹米粉配南瓜絲、香菇、蝦米，就是廟口辦桌的那個味道。"},"price":"10.50","picture":"rice-vermicelli","salesUnitType":"piece","allergens":["crustacean","soy","celery"],"diets":[],"modifierGroups":[]}');
INSERT INTO public.products VALUES ('1001', '1001015', '100103', 0, 0, '{"name":{"en-US":"Xiao Long Bao","zh-TW":"小籠湯包"},"aliases":["soup dumplings","XLB","pork dumplings","小籠包"],"description":{"en-US":"Eight to a steamer, eighteen folds each. Nibble a hole, sip the soup, then the rest.","zh-TW":"一籠八顆、十八摺，先咬一小口吸湯汁，再配薑絲一口吃掉。"},"price":"11.95","picture":"xiao-long-bao","salesUnitType":"piece","allergens":["gluten","soy","sesame"],"diets":["signature"],"modifierGroups":[{"id":"100101501","name":{"en-US":"Dipping sauce","zh-TW":"沾醬"},"min":0,"max":2,"modifiers":[{"id":"10010150101","name":{"en-US":"Soy, vinegar and ginger","zh-TW":"薑絲醬醋"},"price":"0.00"},{"id":"10010150102","name":{"en-US":"Garlic soy","zh-TW":"蒜蓉醬油"},"price":"0.00"},{"id":"10010150103","name":{"en-US":"Chili oil","zh-TW":"辣油"},"price":"0.25"}]}]}');
INSERT INTO public.session_members VALUES ('FFHjtkSxEj95979Lb6e7r', 'UNmvzqB1ZTdnaMzGAsaCh', 1795868841897);
INSERT INTO public.session_members VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', 'ZVjjtAMfqET-DLD0qprRh', 1795868844616);
INSERT INTO public.session_members VALUES ('ot2oL7Xv6iKiLivwoRc5P', 'TkEWimKKQFP2yjQyyL22y', 1795868845071);
INSERT INTO public.session_replicas VALUES ('FFHjtkSxEj95979Lb6e7r', 'rm', 'UNmvzqB1ZTdnaMzGAsaCh');
INSERT INTO public.session_replicas VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', 'r1', 'ZVjjtAMfqET-DLD0qprRh');
INSERT INTO public.session_replicas VALUES ('ot2oL7Xv6iKiLivwoRc5P', 'r2', 'TkEWimKKQFP2yjQyyL22y');
INSERT INTO public.table_sessions VALUES ('FFHjtkSxEj95979Lb6e7r', '1001', '1001003', NULL, 1795868841897, NULL, 5, 2, 1795868844421);
INSERT INTO public.table_sessions VALUES ('DnRNUcZ4qbpC-NG_sxV_Z', '1001', '1001001', NULL, 1795868844616, NULL, 2, 1, 1795868844836);
INSERT INTO public.table_sessions VALUES ('ot2oL7Xv6iKiLivwoRc5P', '1001', '1001002', NULL, 1795868845071, NULL, 2, 1, 1795868845291);
INSERT INTO public.tables VALUES ('1001', '1001001', '1', '1', 0);
INSERT INTO public.tables VALUES ('1001', '1001002', '2', '2', 1);
INSERT INTO public.tables VALUES ('1001', '1001003', '3', '3', 2);
INSERT INTO public.users VALUES ('UNmvzqB1ZTdnaMzGAsaCh', '1001', 'member', '2125550188', '', '', '', NULL, 1795868841582, 1795868841582);
INSERT INTO public.users VALUES ('ZVjjtAMfqET-DLD0qprRh', '1001', 'member', '2125770001', '', '', '', NULL, 1795868844577, 1795868844577);
INSERT INTO public.users VALUES ('TkEWimKKQFP2yjQyyL22y', '1001', 'member', '2125770002', '', '', '', NULL, 1795868844938, 1795868844938);
SELECT pg_catalog.setval('public.inbox_id_seq', 3, true);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_key PRIMARY KEY (merchant_id, id);
ALTER TABLE ONLY public.code_requests
    ADD CONSTRAINT code_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ended_logins
    ADD CONSTRAINT ended_logins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_key PRIMARY KEY (session_id, id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_replica_seq UNIQUE (session_id, replica_id, seq);
ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.menu_versions
    ADD CONSTRAINT menu_versions_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.order_codes
    ADD CONSTRAINT order_codes_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.order_members
    ADD CONSTRAINT order_members_key PRIMARY KEY (order_id, user_id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.phone_codes
    ADD CONSTRAINT phone_codes_key PRIMARY KEY (merchant_id, phone);
ALTER TABLE ONLY public.placements
    ADD CONSTRAINT placements_key PRIMARY KEY (session_id, id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_key PRIMARY KEY (merchant_id, id);
ALTER TABLE ONLY public.session_checkpoints
    ADD CONSTRAINT session_checkpoints_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.session_members
    ADD CONSTRAINT session_members_key PRIMARY KEY (session_id, user_id);
ALTER TABLE ONLY public.session_replicas
    ADD CONSTRAINT session_replicas_key PRIMARY KEY (session_id, replica_id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.table_sessions
    ADD CONSTRAINT table_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_key PRIMARY KEY (merchant_id, id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_qrcode UNIQUE (merchant_id, qrcode_id);
ALTER TABLE ONLY public.user_coupons
    ADD CONSTRAINT user_coupons_once UNIQUE (user_id, coupon_id);
ALTER TABLE ONLY public.user_coupons
    ADD CONSTRAINT user_coupons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_phone UNIQUE (merchant_id, phone);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
CREATE INDEX code_requests_by_address_at ON public.code_requests USING btree (address, at);
CREATE INDEX code_requests_by_at ON public.code_requests USING btree (at);
CREATE INDEX ended_logins_time ON public.ended_logins USING btree (ended_at);
CREATE INDEX events_by_session_id_version ON public.events USING btree (session_id, version);
CREATE INDEX inbox_by_recipient ON public.inbox USING btree (recipient);
CREATE INDEX order_members_by_user_id ON public.order_members USING btree (user_id);
CREATE INDEX orders_by_merchant_id_created_at ON public.orders USING btree (merchant_id, created_at);
CREATE INDEX orders_by_session_id ON public.orders USING btree (session_id);
CREATE INDEX session_members_by_user_id ON public.session_members USING btree (user_id);
CREATE UNIQUE INDEX table_sessions_open_owner ON public.table_sessions USING btree (merchant_id, owner_id) WHERE ((closed_at IS NULL) AND (owner_id IS NOT NULL));
CREATE UNIQUE INDEX table_sessions_open_table ON public.table_sessions USING btree (merchant_id, table_id) WHERE ((closed_at IS NULL) AND (table_id IS NOT NULL));
CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (next_at);
CREATE TRIGGER categories_menu_version AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION public.count_menu_change();
CREATE TRIGGER products_menu_version AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION public.count_menu_change();
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.order_codes
    ADD CONSTRAINT order_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.order_members
    ADD CONSTRAINT order_members_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.placements
    ADD CONSTRAINT placements_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.session_checkpoints
    ADD CONSTRAINT session_checkpoints_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.session_members
    ADD CONSTRAINT session_members_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.session_replicas
    ADD CONSTRAINT session_replicas_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.table_sessions(id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.table_sessions
    ADD CONSTRAINT table_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.user_coupons
    ADD CONSTRAINT user_coupons_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
