PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES('0001-tables','2026-11-28T12:26:26.178Z');
INSERT INTO kysely_migration VALUES('0002-user-coupons','2026-11-28T12:26:26.185Z');
INSERT INTO kysely_migration VALUES('0003-staff-sessions','2026-11-28T12:26:26.189Z');
INSERT INTO kysely_migration VALUES('0004-session-checkpoints','2026-11-28T12:26:26.191Z');
INSERT INTO kysely_migration VALUES('0005-webhook-deliveries','2026-11-28T12:26:26.195Z');
INSERT INTO kysely_migration VALUES('0006-ended-logins','2026-11-28T12:26:26.201Z');
INSERT INTO kysely_migration VALUES('0007-menu-versions','2026-11-28T12:26:26.214Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES('migration_lock',0);
CREATE TABLE IF NOT EXISTS "meta" ("key" text primary key, "value" text not null);
INSERT INTO meta VALUES('demo-file:1001-lantern-alley-kitchen.yaml','45ec1724a6ed4d5f9bf82b77c919fe99947728b319ddf4fd2632917c30f1e29b');
INSERT INTO meta VALUES('demo-file:1002-ember-and-tide.yaml','604261bf7d71033efd988c377c5aa05fb8e506aacf023ce88e51187d2e3c00b9');
INSERT INTO meta VALUES('demo-file:1003-slow-leaf-tea-house.yaml','37b95f8a500098b7cb238dc1ad792417d375829519a3b266a286e19a44574686');
CREATE TABLE IF NOT EXISTS "merchants" ("id" text primary key, "body" text not null);
INSERT INTO merchants VALUES('1001','{"serverMode":0,"shortName":{"en-US":"Lantern Alley Kitchen","zh-TW":"燈巷小館"},"desc":{"en-US":"Beef noodles, dumplings and wok cooking on the corner, open until the last bowl is sold.","zh-TW":"巷口的牛肉麵、小籠包和熱炒，賣到最後一碗才打烊。"},"guestMode":true,"orderCodeRequired":false,"themeColor":"#f6821f","currency":"USD","decimals":2,"taxRate":"0.05","taxName":{"en-US":"Sales tax","zh-TW":"營業稅"},"serviceChargeRate":"0.10","clearTableCartMinutes":120,"tips":[15,18,20],"stations":[{"id":"kitchen","name":{"en-US":"Kitchen","zh-TW":"廚房"}},{"id":"wok","name":{"en-US":"Wok","zh-TW":"熱炒"}},{"id":"bar","name":{"en-US":"Bar","zh-TW":"吧台"}}],"coupons":[{"id":"1001001","name":{"en-US":"$5 off when you spend $40","zh-TW":"滿 US$40 折 US$5"},"couponType":1,"discountType":0,"discountValue":"5.00","thresholdAmount":"40.00","maxDiscountAmount":null,"spans":"bill"},{"id":"1001002","name":{"en-US":"Neighbors: 10% off","zh-TW":"老鄰居九折"},"couponType":1,"discountType":1,"discountValue":"10","thresholdAmount":"0.00","maxDiscountAmount":"12.00"},{"id":"1001003","name":{"en-US":"Rainy day: $1.05 off","zh-TW":"雨天折 US$1.05"},"couponType":1,"discountType":0,"discountValue":"1.05","thresholdAmount":"0.00","maxDiscountAmount":null}]}');
CREATE TABLE IF NOT EXISTS "tables" ("merchant_id" text not null references "merchants" ("id"), "id" text not null, "qrcode_id" text not null, "name" text not null, "sort" integer not null, constraint "tables_key" primary key ("merchant_id", "id"), constraint "tables_qrcode" unique ("merchant_id", "qrcode_id"));
INSERT INTO tables VALUES('1001','1001001','1','1',0);
INSERT INTO tables VALUES('1001','1001002','2','2',1);
INSERT INTO tables VALUES('1001','1001003','3','3',2);
CREATE TABLE IF NOT EXISTS "categories" ("merchant_id" text not null references "merchants" ("id"), "id" text not null, "sort" integer not null, "body" text not null, constraint "categories_key" primary key ("merchant_id", "id"));
INSERT INTO categories VALUES('1001','100101',0,'{"name":{"en-US":"Noodle Soups","zh-TW":"湯麵"},"aliases":["noodles","麵","麵食","noodle soup"]}');
INSERT INTO categories VALUES('1001','100102',1,'{"name":{"en-US":"Tossed Noodles","zh-TW":"乾拌麵"},"aliases":["dry noodles","noodles","麵","麵食","乾麵"]}');
INSERT INTO categories VALUES('1001','100103',2,'{"name":{"en-US":"Dumplings & Buns","zh-TW":"餃子點心"},"aliases":["dim sum","dumplings","點心","包子","dumpling"]}');
CREATE TABLE IF NOT EXISTS "products" ("merchant_id" text not null references "merchants" ("id"), "id" text not null, "category_id" text not null, "sort" integer not null, "sold_out" integer default 0 not null, "body" text not null, constraint "products_key" primary key ("merchant_id", "id"));
INSERT INTO products VALUES('1001','1001005','100101',4,0,'{"name":{"en-US":"Danzai Noodles","zh-TW":"擔仔麵"},"aliases":["ta-a noodles","dan zai","度小月"],"description":{"en-US":"A small Tainan-style bowl: shrimp broth, minced pork, one shrimp and a kick of garlic.","zh-TW":"台南味的小小一碗，蝦頭湯、肉燥、一尾蝦，再來一匙蒜泥。"},"price":"7.50","picture":"danzai-noodles","salesUnitType":"piece","allergens":["gluten","crustacean","soy"],"diets":[],"modifierGroups":[{"id":"100100501","name":{"en-US":"Add to the bowl","zh-TW":"加料"},"min":0,"max":4,"modifiers":[{"id":"10010050101","name":{"en-US":"Soy-braised egg","zh-TW":"滷蛋"},"price":"1.75"},{"id":"10010050102","name":{"en-US":"Extra noodles","zh-TW":"加麵"},"price":"2.00"},{"id":"10010050103","name":{"en-US":"Extra braised beef","zh-TW":"加牛肉"},"price":"5.25"},{"id":"10010050104","name":{"en-US":"Bok choy","zh-TW":"加青江菜"},"price":"1.50"},{"id":"10010050105","name":{"en-US":"Pickled mustard greens","zh-TW":"酸菜"},"price":"0.50"},{"id":"10010050106","name":{"en-US":"House chili crisp","zh-TW":"自製辣渣"},"price":"0.75"}]}]}');
INSERT INTO products VALUES('1001','1001014','100102',5,0,'{"name":{"en-US":"Stir-Fried Rice Vermicelli","zh-TW":"古早味炒米粉"},"aliases":["mi fen","bee hoon","rice noodles"],"description":{"en-US":"Hsinchu vermicelli with pumpkin, shiitake and dried shrimp, the way it is made for temple feasts.","zh-TW":"新竹米粉配南瓜絲、香菇、蝦米，就是廟口辦桌的那個味道。"},"price":"10.50","picture":"rice-vermicelli","salesUnitType":"piece","allergens":["crustacean","soy","celery"],"diets":[],"modifierGroups":[]}');
INSERT INTO products VALUES('1001','1001015','100103',0,0,'{"name":{"en-US":"Xiao Long Bao","zh-TW":"小籠湯包"},"aliases":["soup dumplings","XLB","pork dumplings","小籠包"],"description":{"en-US":"Eight to a steamer, eighteen folds each. Nibble a hole, sip the soup, then the rest.","zh-TW":"一籠八顆、十八摺，先咬一小口吸湯汁，再配薑絲一口吃掉。"},"price":"11.95","picture":"xiao-long-bao","salesUnitType":"piece","allergens":["gluten","soy","sesame"],"diets":["signature"],"modifierGroups":[{"id":"100101501","name":{"en-US":"Dipping sauce","zh-TW":"沾醬"},"min":0,"max":2,"modifiers":[{"id":"10010150101","name":{"en-US":"Soy, vinegar and ginger","zh-TW":"薑絲醬醋"},"price":"0.00"},{"id":"10010150102","name":{"en-US":"Garlic soy","zh-TW":"蒜蓉醬油"},"price":"0.00"},{"id":"10010150103","name":{"en-US":"Chili oil","zh-TW":"辣油"},"price":"0.25"}]}]}');
CREATE TABLE IF NOT EXISTS "users" ("id" text primary key, "merchant_id" text not null references "merchants" ("id"), "kind" text not null, "phone" text, "first_name" text not null, "last_name" text not null, "mail" text not null, "birthday" integer, "created_at" bigint not null, "updated_at" bigint not null, constraint "users_phone" unique ("merchant_id", "phone"));
INSERT INTO users VALUES('aSS7l8LDdMIYBlpP1l8za','1001','member','2125550188','','','',NULL,1795868790561,1795868790561);
INSERT INTO users VALUES('1e9yZjyQzRnNWOzq0oWa_','1001','member','2125770001','','','',NULL,1795868792498,1795868792498);
INSERT INTO users VALUES('dL9PyN0XcYPb2aGxpasJb','1001','member','2125770002','','','',NULL,1795868792605,1795868792605);
CREATE TABLE IF NOT EXISTS "phone_codes" ("merchant_id" text not null, "phone" text not null, "code_hash" text not null, "sent_at" bigint not null, "expires_at" bigint not null, "tries_left" integer not null, constraint "phone_codes_key" primary key ("merchant_id", "phone"));
CREATE TABLE IF NOT EXISTS "code_requests" ("id" text primary key, "merchant_id" text not null, "phone" text not null, "address" text not null, "at" bigint not null);
CREATE TABLE IF NOT EXISTS "inbox" ("id" integer primary key autoincrement, "merchant_id" text not null, "recipient" text not null, "text" text not null, "at" bigint not null);
CREATE TABLE IF NOT EXISTS "table_sessions" ("id" text primary key, "merchant_id" text not null references "merchants" ("id"), "table_id" text, "owner_id" text, "opened_at" bigint not null, "closed_at" bigint, "version" bigint default 0 not null, "server_seq" bigint default 0 not null, "last_operate_at" bigint default 0 not null);
INSERT INTO table_sessions VALUES('iVofyDBKmIJWdP8-HQFv5','1001','1001003',NULL,1795868791140,NULL,5,2,1795868792476);
INSERT INTO table_sessions VALUES('Ez9tFOjtaAdU_iSrfjS59','1001','1001001',NULL,1795868792509,NULL,2,1,1795868792572);
INSERT INTO table_sessions VALUES('K6sspIWN4as-KplxjUGsh','1001','1001002',NULL,1795868792617,NULL,2,1,1795868792639);
CREATE TABLE IF NOT EXISTS "session_members" ("session_id" text not null references "table_sessions" ("id"), "user_id" text not null, "joined_at" bigint not null, constraint "session_members_key" primary key ("session_id", "user_id"));
INSERT INTO session_members VALUES('iVofyDBKmIJWdP8-HQFv5','aSS7l8LDdMIYBlpP1l8za',1795868791140);
INSERT INTO session_members VALUES('Ez9tFOjtaAdU_iSrfjS59','1e9yZjyQzRnNWOzq0oWa_',1795868792509);
INSERT INTO session_members VALUES('K6sspIWN4as-KplxjUGsh','dL9PyN0XcYPb2aGxpasJb',1795868792617);
CREATE TABLE IF NOT EXISTS "session_replicas" ("session_id" text not null references "table_sessions" ("id"), "replica_id" text not null, "user_id" text not null, constraint "session_replicas_key" primary key ("session_id", "replica_id"));
INSERT INTO session_replicas VALUES('iVofyDBKmIJWdP8-HQFv5','rm','aSS7l8LDdMIYBlpP1l8za');
INSERT INTO session_replicas VALUES('Ez9tFOjtaAdU_iSrfjS59','r1','1e9yZjyQzRnNWOzq0oWa_');
INSERT INTO session_replicas VALUES('K6sspIWN4as-KplxjUGsh','r2','dL9PyN0XcYPb2aGxpasJb');
CREATE TABLE IF NOT EXISTS "events" ("session_id" text not null references "table_sessions" ("id"), "id" text not null, "replica_id" text not null, "seq" bigint not null, "user_id" text not null, "version" bigint not null, "rejected" text, "body" text not null, constraint "events_key" primary key ("session_id", "id"), constraint "events_replica_seq" unique ("session_id", "replica_id", "seq"));
INSERT INTO events VALUES('iVofyDBKmIJWdP8-HQFv5','rm:1','rm',1,'aSS7l8LDdMIYBlpP1l8za',1,NULL,'{"id":"rm:1","at":[1795868791308,0],"seen":{},"userId":"aSS7l8LDdMIYBlpP1l8za","type":"itemAdded","lineId":"rm:1","item":{"productId":"1001014","categoryId":"100102","name":"Stir-Fried Rice Vermicelli","price":"10.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO events VALUES('iVofyDBKmIJWdP8-HQFv5','server:1','server',1,'aSS7l8LDdMIYBlpP1l8za',2,NULL,'{"type":"orderPlaced","orderId":"3IMMYwAYtN0NxIy_6xmfC","id":"server:1","at":[1795868792048,0],"seen":{"rm":1},"userId":"aSS7l8LDdMIYBlpP1l8za"}');
INSERT INTO events VALUES('iVofyDBKmIJWdP8-HQFv5','rm:2','rm',2,'aSS7l8LDdMIYBlpP1l8za',3,NULL,'{"id":"rm:2","at":[1795868792382,0],"seen":{"rm":1,"server":1},"userId":"aSS7l8LDdMIYBlpP1l8za","type":"itemAdded","lineId":"rm:2","item":{"productId":"1001015","categoryId":"100103","name":"Xiao Long Bao","price":"11.95","notes":"","modifiers":[]},"quantity":2}');
INSERT INTO events VALUES('iVofyDBKmIJWdP8-HQFv5','server:2','server',2,'aSS7l8LDdMIYBlpP1l8za',4,NULL,'{"type":"orderPlaced","orderId":"3IMMYwAYtN0NxIy_6xmfC","id":"server:2","at":[1795868792445,0],"seen":{"rm":2,"server":1},"userId":"aSS7l8LDdMIYBlpP1l8za"}');
INSERT INTO events VALUES('iVofyDBKmIJWdP8-HQFv5','rm:3','rm',3,'aSS7l8LDdMIYBlpP1l8za',5,NULL,'{"id":"rm:3","at":[1795868792472,0],"seen":{"rm":2,"server":2},"userId":"aSS7l8LDdMIYBlpP1l8za","type":"itemAdded","lineId":"rm:3","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":3}');
INSERT INTO events VALUES('Ez9tFOjtaAdU_iSrfjS59','r1:1','r1',1,'1e9yZjyQzRnNWOzq0oWa_',1,NULL,'{"id":"r1:1","at":[1795868792527,0],"seen":{},"userId":"1e9yZjyQzRnNWOzq0oWa_","type":"itemAdded","lineId":"r1:1","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO events VALUES('Ez9tFOjtaAdU_iSrfjS59','server:1','server',1,'1e9yZjyQzRnNWOzq0oWa_',2,NULL,'{"type":"orderPlaced","orderId":"Oa6Av45U9W0TmqyGXpDot","id":"server:1","at":[1795868792572,0],"seen":{"r1":1},"userId":"1e9yZjyQzRnNWOzq0oWa_"}');
INSERT INTO events VALUES('K6sspIWN4as-KplxjUGsh','r2:1','r2',1,'dL9PyN0XcYPb2aGxpasJb',1,NULL,'{"id":"r2:1","at":[1795868792623,0],"seen":{},"userId":"dL9PyN0XcYPb2aGxpasJb","type":"itemAdded","lineId":"r2:1","item":{"productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","notes":"","modifiers":[]},"quantity":1}');
INSERT INTO events VALUES('K6sspIWN4as-KplxjUGsh','server:1','server',1,'dL9PyN0XcYPb2aGxpasJb',2,NULL,'{"type":"orderPlaced","orderId":"XYmzPmKaj9Jvo_Dt0k1ma","id":"server:1","at":[1795868792639,0],"seen":{"r2":1},"userId":"dL9PyN0XcYPb2aGxpasJb"}');
CREATE TABLE IF NOT EXISTS "order_codes" ("session_id" text primary key references "table_sessions" ("id"), "code" text not null, "issued_at" bigint not null, "used_at" bigint, "tries_left" integer not null);
CREATE TABLE IF NOT EXISTS "orders" ("id" text primary key, "merchant_id" text not null references "merchants" ("id"), "session_id" text not null references "table_sessions" ("id"), "table_id" text, "status" integer not null, "payment_status" integer not null, "send_status" integer not null, "row_version" integer not null, "rounds" integer not null, "created_at" bigint not null, "updated_at" bigint not null, "body" text not null);
INSERT INTO orders VALUES('3IMMYwAYtN0NxIy_6xmfC','1001','iVofyDBKmIJWdP8-HQFv5','1001003',1,0,1,2,2,1795868792048,9000,'{"id":"3IMMYwAYtN0NxIy_6xmfC","serial":"3IMMYW","type":0,"status":1,"completeWhen":"served","sendStatus":1,"paymentStatus":0,"tableId":"1001003","tableName":"3","guests":1,"orderItems":[{"id":"1-1","orderId":"3IMMYwAYtN0NxIy_6xmfC","productId":"1001014","categoryId":"100102","name":"Stir-Fried Rice Vermicelli","price":"10.50","originalPrice":"10.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"10.50","userId":"aSS7l8LDdMIYBlpP1l8za","userName":"","round":1,"placedAt":1795868792048,"qtyReady":0,"qtyServed":0,"qtySentToKitchen":1,"sentAt":1000},{"id":"2-1","orderId":"3IMMYwAYtN0NxIy_6xmfC","productId":"1001015","categoryId":"100103","name":"Xiao Long Bao","price":"11.95","originalPrice":"11.95","quantity":2,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"23.90","userId":"aSS7l8LDdMIYBlpP1l8za","userName":"","round":2,"placedAt":1795868792445,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"1.89"}],"orderCoupons":[],"rowVersion":2,"createAt":1795868792048,"updateAt":1795868792445,"sourceType":4,"memberId":"aSS7l8LDdMIYBlpP1l8za","customerId":"aSS7l8LDdMIYBlpP1l8za","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"34.40","totalDiscountAmount":"0.00","totalChargeAmount":"3.44","totalTaxAmount":"1.89","totalAmount":"39.73","priceAdjustments":[{"category":1,"target":0,"amount":"3.44"},{"category":6,"target":0,"amount":"1.89"}],"serviceChargeRate":"0.10"}');
INSERT INTO orders VALUES('Oa6Av45U9W0TmqyGXpDot','1001','Ez9tFOjtaAdU_iSrfjS59','1001001',0,0,0,1,1,1795868792572,1795868792572,'{"id":"Oa6Av45U9W0TmqyGXpDot","serial":"OA6AV4","type":0,"status":0,"completeWhen":"served","sendStatus":0,"paymentStatus":0,"tableId":"1001001","tableName":"1","guests":1,"orderItems":[{"id":"1-1","orderId":"Oa6Av45U9W0TmqyGXpDot","productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","originalPrice":"7.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"7.50","userId":"1e9yZjyQzRnNWOzq0oWa_","userName":"","round":1,"placedAt":1795868792572,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"0.41"}],"orderCoupons":[],"rowVersion":1,"createAt":1795868792572,"updateAt":1795868792572,"sourceType":4,"memberId":"1e9yZjyQzRnNWOzq0oWa_","customerId":"1e9yZjyQzRnNWOzq0oWa_","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"7.50","totalDiscountAmount":"0.00","totalChargeAmount":"0.75","totalTaxAmount":"0.41","totalAmount":"8.66","priceAdjustments":[{"category":1,"target":0,"amount":"0.75"},{"category":6,"target":0,"amount":"0.41"}],"serviceChargeRate":"0.10"}');
INSERT INTO orders VALUES('XYmzPmKaj9Jvo_Dt0k1ma','1001','K6sspIWN4as-KplxjUGsh','1001002',0,0,0,1,1,1795868792639,1795868792639,'{"id":"XYmzPmKaj9Jvo_Dt0k1ma","serial":"XYMZPM","type":0,"status":0,"completeWhen":"served","sendStatus":0,"paymentStatus":0,"tableId":"1001002","tableName":"2","guests":1,"orderItems":[{"id":"1-1","orderId":"XYmzPmKaj9Jvo_Dt0k1ma","productId":"1001005","categoryId":"100101","name":"Danzai Noodles","price":"7.50","originalPrice":"7.50","quantity":1,"notes":"","mode":0,"salesUnitType":0,"orderItemModifiers":[],"itemWithAdjustmentAmount":"7.50","userId":"dL9PyN0XcYPb2aGxpasJb","userName":"","round":1,"placedAt":1795868792639,"qtyReady":0,"qtyServed":0}],"orderTaxes":[{"name":"Sales tax","rate":"0.05","amount":"0.41"}],"orderCoupons":[],"rowVersion":1,"createAt":1795868792639,"updateAt":1795868792639,"sourceType":4,"memberId":"dL9PyN0XcYPb2aGxpasJb","customerId":"dL9PyN0XcYPb2aGxpasJb","notes":"","isTaxFree":false,"isPrinted":false,"payments":[],"paymentsTotal":"0.00","paymentsTips":"0.00","paymentsChange":"0.00","totalTipsAmount":"0.00","userCouponIds":[],"subTotalAmount":"7.50","totalDiscountAmount":"0.00","totalChargeAmount":"0.75","totalTaxAmount":"0.41","totalAmount":"8.66","priceAdjustments":[{"category":1,"target":0,"amount":"0.75"},{"category":6,"target":0,"amount":"0.41"}],"serviceChargeRate":"0.10"}');
CREATE TABLE IF NOT EXISTS "order_members" ("order_id" text not null references "orders" ("id"), "user_id" text not null, constraint "order_members_key" primary key ("order_id", "user_id"));
INSERT INTO order_members VALUES('3IMMYwAYtN0NxIy_6xmfC','aSS7l8LDdMIYBlpP1l8za');
INSERT INTO order_members VALUES('Oa6Av45U9W0TmqyGXpDot','1e9yZjyQzRnNWOzq0oWa_');
INSERT INTO order_members VALUES('XYmzPmKaj9Jvo_Dt0k1ma','dL9PyN0XcYPb2aGxpasJb');
CREATE TABLE IF NOT EXISTS "placements" ("session_id" text not null references "table_sessions" ("id"), "id" text not null, "user_id" text not null, "outcome" text not null, "order_id" text, "code" integer, "msg" text not null, "at" bigint not null, constraint "placements_key" primary key ("session_id", "id"));
INSERT INTO placements VALUES('iVofyDBKmIJWdP8-HQFv5','before-1','aSS7l8LDdMIYBlpP1l8za','placed','3IMMYwAYtN0NxIy_6xmfC',NULL,'',1795868792142);
INSERT INTO placements VALUES('iVofyDBKmIJWdP8-HQFv5','before-2','aSS7l8LDdMIYBlpP1l8za','placed','3IMMYwAYtN0NxIy_6xmfC',NULL,'',1795868792456);
INSERT INTO placements VALUES('Ez9tFOjtaAdU_iSrfjS59','placement-1','1e9yZjyQzRnNWOzq0oWa_','placed','Oa6Av45U9W0TmqyGXpDot',NULL,'',1795868792580);
INSERT INTO placements VALUES('K6sspIWN4as-KplxjUGsh','placement-2','dL9PyN0XcYPb2aGxpasJb','placed','XYmzPmKaj9Jvo_Dt0k1ma',NULL,'',1795868792648);
CREATE TABLE IF NOT EXISTS "user_coupons" ("id" text primary key, "user_id" text not null references "users" ("id"), "coupon_id" text not null, "received_at" bigint not null, "expires_at" bigint not null, "used_at" bigint, "order_id" text, constraint "user_coupons_once" unique ("user_id", "coupon_id"));
CREATE TABLE IF NOT EXISTS "staff_sessions" ("id_hash" text primary key, "merchant_id" text not null references "merchants" ("id"), "created_at" bigint not null, "expires_at" bigint not null);
CREATE TABLE IF NOT EXISTS "session_checkpoints" ("session_id" text primary key references "table_sessions" ("id"), "version" bigint not null, "format" integer not null, "body" text not null);
CREATE TABLE IF NOT EXISTS "webhook_deliveries" ("id" text primary key, "order_id" text not null references "orders" ("id"), "body" text not null, "created_at" bigint not null, "attempts" integer not null, "next_at" bigint not null);
CREATE TABLE IF NOT EXISTS "ended_logins" ("id" text primary key, "ended_at" bigint not null);
CREATE TABLE IF NOT EXISTS "menu_versions" ("merchant_id" text primary key, "version" bigint not null);
INSERT INTO menu_versions VALUES('1001',80);
INSERT INTO menu_versions VALUES('1002',70);
INSERT INTO menu_versions VALUES('1003',26);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('inbox',3);
CREATE INDEX "code_requests_by_address_at" on "code_requests" ("address", "at");
CREATE INDEX "code_requests_by_at" on "code_requests" ("at");
CREATE INDEX "inbox_by_recipient" on "inbox" ("recipient");
CREATE UNIQUE INDEX table_sessions_open_table on table_sessions (merchant_id, table_id)
    where closed_at is null and table_id is not null;
CREATE UNIQUE INDEX table_sessions_open_owner on table_sessions (merchant_id, owner_id)
    where closed_at is null and owner_id is not null;
CREATE INDEX "session_members_by_user_id" on "session_members" ("user_id");
CREATE INDEX "events_by_session_id_version" on "events" ("session_id", "version");
CREATE INDEX "orders_by_session_id" on "orders" ("session_id");
CREATE INDEX "orders_by_merchant_id_created_at" on "orders" ("merchant_id", "created_at");
CREATE INDEX "order_members_by_user_id" on "order_members" ("user_id");
CREATE INDEX "webhook_deliveries_next" on "webhook_deliveries" ("next_at");
CREATE INDEX "ended_logins_time" on "ended_logins" ("ended_at");
CREATE TRIGGER "categories_menu_version_insert" after insert on "categories"
        begin
          insert into menu_versions (merchant_id, version)
            values (new.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
CREATE TRIGGER "categories_menu_version_update" after update on "categories"
        begin
          insert into menu_versions (merchant_id, version)
            values (new.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
CREATE TRIGGER "categories_menu_version_delete" after delete on "categories"
        begin
          insert into menu_versions (merchant_id, version)
            values (old.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
CREATE TRIGGER "products_menu_version_insert" after insert on "products"
        begin
          insert into menu_versions (merchant_id, version)
            values (new.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
CREATE TRIGGER "products_menu_version_update" after update on "products"
        begin
          insert into menu_versions (merchant_id, version)
            values (new.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
CREATE TRIGGER "products_menu_version_delete" after delete on "products"
        begin
          insert into menu_versions (merchant_id, version)
            values (old.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end;
COMMIT;
