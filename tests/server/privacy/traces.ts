import { sql } from 'kysely';
import { updateMember } from '#contract/calls/member.ts';
import type { Diner, ServerUnderTest } from '../server-under-test.ts';

/** The whole database as one text. */
export async function readDatabaseText({ db }: ServerUnderTest): Promise<string> {
  const tables = await db.introspection.getTables();
  const all = await Promise.all(
    tables.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
  );
  return JSON.stringify(all);
}

/** Gives the member words that stand nowhere else: Quentin, Zebra, zebra.example. */
export async function nameMember(server: ServerUnderTest, member: Diner, phone: string): Promise<void> {
  const named = { name: 'Quentin Zebra', firstName: 'Quentin', lastName: 'Zebra' };
  const more = { mail: 'quentin@zebra.example', birthday: 1224, languagePreference: 'en-US' } as const;
  await server.ask(updateMember, { ...member, body: { id: member.userId, phone, ...named, ...more } });
}
