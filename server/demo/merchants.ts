/** The three demonstration restaurants. */
import { t, tables } from './menu-build.ts';
import { noodleHouseNoodles } from './menu-1001-noodles.ts';
import { noodleHouseRice } from './menu-1001-rice.ts';
import { noodleHouseWok } from './menu-1001-wok.ts';
import { izakayaBar } from './menu-1002-bar.ts';
import { izakayaHot } from './menu-1002-hot.ts';
import { izakayaKitchen } from './menu-1002-kitchen.ts';
import { teaHouseMenu } from './menu-1003-tea-house.ts';
import type { DemoMerchant } from '../catalogue/whole-merchant.ts';

export const demoMerchants: DemoMerchant[] = [
  {
    id: '1001',
    shortName: t('Lantern Alley Kitchen', '燈巷小館'),
    desc: t(
      'Beef noodles, dumplings and wok cooking on the corner, open until the last bowl is sold.',
      '巷口的牛肉麵、小籠包和熱炒，賣到最後一碗才打烊。',
    ),
    serverMode: 0,
    guestMode: true,
    orderCodeRequired: false,
    themeColor: '#f6821f',
    currency: 'USD',
    decimals: 2,
    taxRate: '0.05',
    taxName: t('Sales tax', '營業稅'),
    serviceChargeRate: '0.10',
    clearTableCartMinutes: 120,
    tables: tables('1001', 12),
    categories: [...noodleHouseNoodles, ...noodleHouseRice, ...noodleHouseWok],
    coupons: [
      {
        id: '1001001',
        name: t('$5 off when you spend $40', '滿 $40 折 $5'),
        couponType: 1,
        discountType: 0,
        discountValue: '5.00',
        thresholdAmount: '40.00',
        maxDiscountAmount: null,
      },
      {
        id: '1001002',
        name: t('Neighbors: 10% off', '老鄰居九折'),
        couponType: 1,
        discountType: 1,
        discountValue: '10',
        thresholdAmount: '0.00',
        maxDiscountAmount: '12.00',
      },
      {
        id: '1001003',
        name: t('Rainy day: $1.05 off', '雨天折 $1.05'),
        couponType: 1,
        discountType: 0,
        discountValue: '1.05',
        thresholdAmount: '0.00',
        maxDiscountAmount: null,
      },
    ],
  },
  {
    id: '1002',
    shortName: t('Ember & Tide', '炭潮居酒屋'),
    desc: t(
      'Charcoal skewers, harbor fish and cold sake at a long wooden counter.',
      '炭火串燒、漁港鮮魚和冰清酒，長木吧台邊慢慢喝。',
    ),
    serverMode: 0,
    guestMode: false,
    orderCodeRequired: true,
    themeColor: '#0b8378',
    currency: 'USD',
    decimals: 2,
    taxRate: '0.0875',
    taxName: t('Sales tax', '營業稅'),
    serviceChargeRate: '0.10',
    clearTableCartMinutes: 180,
    tables: tables('1002', 8),
    categories: [...izakayaKitchen, ...izakayaHot, ...izakayaBar],
    coupons: [
      {
        id: '1002001',
        name: t('Early evening: 15% off', '早鳥八五折'),
        couponType: 1,
        discountType: 1,
        discountValue: '15',
        thresholdAmount: '30.00',
        maxDiscountAmount: '20.00',
      },
      {
        id: '1002002',
        name: t('$10 off when you spend $80', '滿 $80 折 $10'),
        couponType: 1,
        discountType: 0,
        discountValue: '10.00',
        thresholdAmount: '80.00',
        maxDiscountAmount: null,
      },
    ],
  },
  {
    id: '1003',
    shortName: t('Slow Leaf Tea House', '慢葉茶館'),
    desc: t(
      'Six tables, a wall of tea tins and nobody in a hurry.',
      '六張桌子、一面牆的茶罐，在這裡不必趕時間。',
    ),
    serverMode: 1,
    guestMode: true,
    orderCodeRequired: false,
    themeColor: '#5f7f2e',
    currency: 'USD',
    decimals: 2,
    taxRate: '0.05',
    taxName: t('Sales tax', '營業稅'),
    serviceChargeRate: '0',
    clearTableCartMinutes: 240,
    tables: tables('1003', 6),
    categories: teaHouseMenu,
    coupons: [
      {
        id: '1003001',
        name: t('Second pot: $2.25 off', '第二壺折 $2.25'),
        couponType: 1,
        discountType: 0,
        discountValue: '2.25',
        thresholdAmount: '15.00',
        maxDiscountAmount: null,
      },
    ],
  },
];
