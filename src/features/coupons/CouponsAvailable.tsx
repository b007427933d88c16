import { CouponPage } from './CouponPage.tsx';

export default function CouponsAvailable() {
  return <CouponPage state="available" />;
}
