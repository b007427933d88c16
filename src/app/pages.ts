import { lazy, type ComponentType } from 'react';
import type { RouteName } from './navigation.ts';

/** One chunk per page. */
export const NotFoundPage = lazy(() => import('#src/pages/not-found/NotFound.tsx'));

/** The page of each route; the root only redirects. */
export const pages: Readonly<Record<Exclude<RouteName, 'root'>, ComponentType>> = {
  home: lazy(() => import('#src/pages/home/Home.tsx')),
  qrLanding: lazy(() => import('#src/pages/qr-landing/QrLanding.tsx')),
  merchantHome: lazy(() => import('#src/pages/merchant-home/MerchantHome.tsx')),
  login: lazy(() => import('#src/pages/login/Login.tsx')),
  member: lazy(() => import('#src/pages/member/Member.tsx')),
  account: lazy(() => import('#src/pages/account/Account.tsx')),
  profile: lazy(() => import('#src/pages/profile/Profile.tsx')),
  couponAvailable: lazy(() => import('#src/pages/coupons/CouponsAvailable.tsx')),
  couponUsed: lazy(() => import('#src/pages/coupons/CouponsUsed.tsx')),
  couponExpired: lazy(() => import('#src/pages/coupons/CouponsExpired.tsx')),
  order: lazy(() => import('#src/pages/order/OrderPage.tsx')),
  search: lazy(() => import('#src/pages/order/search/Search.tsx')),
  orderDetail: lazy(() => import('#src/pages/order-detail/OrderDetail.tsx')),
  orderList: lazy(() => import('#src/pages/order-list/OrderList.tsx')),
  selectGuests: lazy(() => import('#src/pages/select-guests/SelectGuests.tsx')),
  scan: lazy(() => import('#src/pages/scan/Scan.tsx')),
  scanResult: lazy(() => import('#src/pages/scan/ScanResult.tsx')),
  test: lazy(() => import('#src/pages/test/Test.tsx')),
  notFound: NotFoundPage,
};
