import { ChefHat, ConciergeBell, ReceiptText, Utensils } from 'lucide-react';
import type { Step } from './order-steps.ts';

const icons = {
  received: ReceiptText,
  cooking: ChefHat,
  onItsWay: ConciergeBell,
  served: Utensils,
} as const satisfies Record<Step, unknown>;

export function StepIcon({ step }: { step: Step }) {
  const Icon = icons[step];
  return <Icon aria-hidden />;
}
