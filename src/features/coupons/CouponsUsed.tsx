import { CouponPage } from './CouponPage.tsx';

export default function CouponsUsed() {
  return <CouponPage state="used" />;
}
