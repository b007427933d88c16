import { useParams } from 'react-router-dom';
import { OrderLayout } from './OrderLayout.tsx';
import { OrderPlaceProvider } from './OrderPlaceProvider.tsx';
import { useGuestsKnown } from './use-guests-known.ts';

/** The menu with the table's shared cart. */
export default function OrderPage() {
  const { merchantId = '' } = useParams();
  useGuestsKnown(merchantId);
  return (
    <OrderPlaceProvider merchantId={merchantId}>
      {({ failed, loading, retry }) => <OrderLayout failed={failed} loading={loading} onRetry={retry} />}
    </OrderPlaceProvider>
  );
}
