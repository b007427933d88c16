import { lazy, type ComponentType } from 'react';
import type { RouteName } from './navigation.ts';

/** One chunk per page. */
export const NotFoundPage = lazy(() => import('#src/pages/not-found/NotFound.tsx'));

/** The page of each route; the root only redirects. */
export const pages: Readonly<Record<Exclude<RouteName, 'root'>, ComponentType>> = {
  qrLanding: lazy(() => import('#src/pages/qr-landing/QrLanding.tsx')),
  merchantHome: lazy(() => import('#src/pages/merchant-home/MerchantHome.tsx')),
  login: lazy(() => import('#src/pages/login/Login.tsx')),
  order: lazy(() => import('#src/pages/order/OrderPage.tsx')),
  orderDetail: lazy(() => import('#src/pages/order-detail/OrderDetail.tsx')),
  selectGuests: lazy(() => import('#src/pages/select-guests/SelectGuests.tsx')),
  notFound: NotFoundPage,
};
