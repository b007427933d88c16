/** The least that a tap on a page can cost: React, a button, a number. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <span id="value">{count}</span>
      <button id="plus" type="button" onClick={() => setCount(count + 1)}>
        +
      </button>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Counter />);
