import { useNavigate } from 'react-router-dom';

/** Goes back within the app; whoever came here by a link goes to `fallback`. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its entries from where the app was opened.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(fallback, { replace: true }));
  };
}
