import pg from 'pg';

/** The program has some two hundred statements, and lists of ids make more. */
const keptStatements = 500;

const names = new Map<string, string>();

/**
 * A connection to PostgreSQL that has each statement read and planned once. Not those with a `*`: the columns of a table
 * become more when a newer server brings it up to date, and a plan for fewer would be refused.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    this.query = prepared as typeof this.query;
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= keptStatements || text.includes('*')) return known;
  const name = `kept-${names.size}`;
  names.set(text, name);
  return name;
}
