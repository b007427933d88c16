import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useThemeChoice } from '#ui/theme/AppThemeProvider.tsx';
import type { Colours } from '#ui/theme/theme.ts';
import { size } from '#ui/theme/tokens.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Bar {
  readonly label: string;
  /** Determines the length of the bar. The chart shows `text`. */
  readonly value: number;
  readonly text: string;
}

interface Props {
  readonly bars: readonly Bar[];
  /** True for horizontal bars, which leave room for long names. */
  readonly isLying?: boolean;
}

/** A bar chart. Hidden from screen readers, which read the table below. Drawn again when the colours change. */
export function BarChart(props: Props) {
  const { scheme, textSize } = useThemeChoice();
  return <Drawing key={`${scheme} ${textSize}`} {...props} />;
}

function Drawing({ bars, isLying = false }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const chart = waitUntilLoaded(canvas.current!, bars, isLying);
    return () => chart.destroy();
  }, [bars, isLying]);

  return (
    <Frame $rows={isLying ? bars.length : undefined}>
      <canvas ref={canvas} aria-hidden />
    </Frame>
  );
}

/** The size of small text relative to the page's text. */
const smallText = 0.875;

function waitUntilLoaded(canvas: HTMLCanvasElement, bars: readonly Bar[], isLying: boolean): Chart {
  const style = getComputedStyle(document.documentElement);
  const readColour = (name: keyof Colours) => style.getPropertyValue(`--${name}`);
  const font = {
    family: getComputedStyle(document.body).fontFamily,
    size: parseFloat(style.fontSize) * smallText,
  };
  const ofWords = {
    grid: { display: false },
    ticks: { color: readColour('text'), font, autoSkip: !isLying },
  };
  const ofFigures = {
    beginAtZero: true,
    grid: { color: readColour('line') },
    border: { display: false },
    ticks: { color: readColour('textMuted'), font, maxTicksLimit: 5, precision: 0 },
  };
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [
        { data: bars.map(({ value }) => value), backgroundColor: readColour('accent'), maxBarThickness: 36 },
      ],
    },
    options: {
      indexAxis: isLying ? 'y' : 'x',
      animation: false,
      maintainAspectRatio: false,
      scales: isLying ? { x: ofFigures, y: ofWords } : { x: ofWords, y: ofFigures },
      plugins: {
        tooltip: { displayColors: false, callbacks: { label: ({ dataIndex }) => bars[dataIndex]!.text } },
      },
    },
  });
}

const Frame = styled.div<{ $rows: number | undefined }>`
  position: relative;
  height: ${({ $rows }) => ($rows === undefined ? size.chart : `calc(${size.step} * ${$rows + 2})`)};
`;
