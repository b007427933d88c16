/** Modifier groups that several dishes have in common. */
import { group, mod, t } from './menu-build.ts';

export const per100g = t('100 g', '100 公克');

export const bowlSize = group(t('Size', '份量'), 1, 1, [
  mod('Regular', '小碗'),
  mod('Large', '大碗', '2.50'),
]);

export const noodleCut = group(t('Noodles', '麵條'), 1, 1, [
  mod('Thin', '細麵'),
  mod('Wide', '寬麵'),
  mod('Knife-cut', '刀削麵', '0.75'),
  mod('Glass noodles', '冬粉'),
  mod('Rice vermicelli', '米粉', '0.00', true),
]);

export const heat = group(t('Heat', '辣度'), 1, 1, [
  mod('Not spicy', '不辣'),
  mod('Mild', '小辣'),
  mod('Medium', '中辣'),
  mod('Hot', '大辣'),
]);

export const noodleExtras = group(t('Add to the bowl', '加料'), 0, 4, [
  mod('Soy-braised egg', '滷蛋', '1.75'),
  mod('Extra noodles', '加麵', '2.00'),
  mod('Extra braised beef', '加牛肉', '5.25'),
  mod('Bok choy', '加青江菜', '1.50'),
  mod('Pickled mustard greens', '酸菜', '0.50'),
  mod('House chili crisp', '自製辣渣', '0.75'),
]);

export const riceExtras = group(t('Add to the rice', '加點'), 0, 3, [
  mod('Fried egg', '荷包蛋', '1.75'),
  mod('Soy-braised egg', '滷蛋', '1.75'),
  mod('Extra rice', '加飯', '1.25'),
  mod('Pork floss', '肉鬆', '1.05'),
]);

export const twoSides = group(t('Two sides of the day', '配菜任選兩樣'), 2, 2, [
  mod('Garlic cabbage', '蒜炒高麗菜'),
  mod('Tomato and egg', '番茄炒蛋'),
  mod('Dry-fried green beans', '乾煸四季豆'),
  mod('Braised tofu', '滷豆干'),
  mod('Sweet potato leaves', '燙地瓜葉', '0.50'),
  mod('Bitter melon with salted egg', '鹹蛋苦瓜', '0.75', true),
]);

export const dumplingCount = group(t('How many', '顆數'), 1, 1, [
  mod('10 pieces', '10 顆'),
  mod('15 pieces', '15 顆', '4.25'),
]);

export const dippingSauce = group(t('Dipping sauce', '沾醬'), 0, 2, [
  mod('Soy, vinegar and ginger', '薑絲醬醋'),
  mod('Garlic soy', '蒜蓉醬油'),
  mod('Chili oil', '辣油', '0.25'),
]);

export const friedSeasoning = group(t('Seasoning', '口味'), 1, 1, [
  mod('White pepper and salt', '椒鹽'),
  mod('Chili powder', '辣粉'),
  mod('Plum powder', '梅粉'),
  mod('Plenty of garlic', '蒜味', '0.50'),
]);

export const steaming = group(t('How shall we cook it?', '料理方式'), 1, 1, [
  mod('Ginger and scallion, steamed', '清蒸薑蔥'),
  mod('Pickled cordia berries, steamed', '破布子蒸', '1.50'),
  mod('Fermented bean sauce', '豆酥', '2.25'),
]);

export const cupSize = group(t('Size', '大小'), 1, 1, [mod('Medium', '中杯'), mod('Large', '大杯', '1.00')]);

export const iceLevel = group(t('Ice', '冰塊'), 1, 1, [
  mod('Regular ice', '正常冰'),
  mod('Less ice', '少冰'),
  mod('A little ice', '微冰'),
  mod('No ice', '去冰'),
]);

export const sugarLevel = group(t('Sweetness', '甜度'), 1, 1, [
  mod('Full sugar', '全糖'),
  mod('Less sugar', '少糖'),
  mod('Half sugar', '半糖'),
  mod('A little sugar', '微糖'),
  mod('No sugar', '無糖'),
]);

export const teaToppings = group(t('Toppings', '加料'), 0, 2, [
  mod('Tapioca pearls', '珍珠', '0.75'),
  mod('Grass jelly', '仙草凍', '0.75'),
  mod('Egg pudding', '布丁', '0.95'),
  mod('Coconut jelly', '椰果', '0.75', true),
  mod('Cheese foam', '奶蓋', '1.25'),
]);

export const dessertToppings = group(t('Choose three toppings', '配料任選三樣'), 3, 3, [
  mod('Tapioca pearls', '粉圓'),
  mod('Taro balls', '芋圓'),
  mod('Red bean', '紅豆'),
  mod('Mung bean', '綠豆'),
  mod('Stewed peanuts', '花生'),
  mod('Grass jelly', '仙草'),
  mod('Candied sweet potato', '蜜地瓜', '0.75'),
]);

export const doneness = group(t('Doneness', '熟度'), 1, 1, [
  mod('Rare', '一分熟'),
  mod('Medium rare', '三分熟'),
  mod('Medium', '五分熟'),
  mod('Medium well', '七分熟'),
  mod('Well done', '全熟'),
]);

export const saltOrTare = group(t('Salt or sauce', '調味'), 1, 1, [
  mod('Sea salt', '鹽烤'),
  mod('House tare', '醬烤'),
]);

export const skewerCount = group(t('Skewers', '串數'), 1, 1, [
  mod('One', '一串'),
  mod('Two', '兩串', '4.00'),
  mod('Three', '三串', '7.75'),
]);

export const wasabi = group(t('On the side', '佐料'), 0, 2, [
  mod('Fresh wasabi root', '現磨山葵', '2.50'),
  mod('Extra shiso', '多一份紫蘇', '0.75'),
  mod('Aged soy sauce', '陳年醬油', '1.25'),
]);

export const sakeServing = group(t('Serving', '容量'), 1, 1, [
  mod('Glass, 90 ml', '單杯 90 ml'),
  mod('Carafe, 180 ml', '一合 180 ml', '8.50'),
  mod('Carafe, 360 ml', '兩合 360 ml', '23.00'),
]);

export const sakeTemperature = group(t('Temperature', '溫度'), 1, 1, [
  mod('Chilled', '冰鎮'),
  mod('Room temperature', '常溫'),
  mod('Warm', '溫燗'),
]);

export const highballStrength = group(t('Strength', '濃淡'), 1, 1, [
  mod('Light', '淡一點'),
  mod('Regular', '標準'),
  mod('Strong', '濃一點', '2.00'),
]);

export const ramenFirmness = group(t('Noodle firmness', '麵條硬度'), 1, 1, [
  mod('Soft', '偏軟'),
  mod('Regular', '普通'),
  mod('Firm', '偏硬'),
]);

export const ramenExtras = group(t('Toppings', '加料'), 0, 3, [
  mod('Seasoned soft egg', '溏心蛋', '2.25'),
  mod('Noodle refill', '加麵', '2.50'),
  mod('Two slices of chashu', '叉燒兩片', '4.50'),
  mod('Roasted seaweed', '海苔', '1.05'),
]);

export const teaServing = group(t('Serving', '沖泡方式'), 1, 1, [
  mod('One cup', '一人杯泡'),
  mod('Small pot for two', '兩人壺', '5.50'),
  mod('Gongfu set with a full kettle', '工夫茶席', '9.00'),
]);

export const milkChoice = group(t('Milk', '奶類'), 1, 1, [
  mod('Fresh milk', '鮮奶'),
  mod('Oat milk', '燕麥奶', '0.75'),
  mod('Soy milk', '豆漿', '0.50'),
]);
