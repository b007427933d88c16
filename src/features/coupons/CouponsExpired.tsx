import { CouponPage } from './CouponPage.tsx';

export default function CouponsExpired() {
  return <CouponPage state="expired" />;
}
