/** Finds stored objects that no record refers to. */
import type { Database } from './database.ts'
import { sql } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** The second segment of a key is the id of its record: uploads/<id>..., results/<id>/<attempt>... */
const idRule = /^(uploads|results)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=$|[^0-9a-z])/

export type OrphanFinder = ReturnType<typeof createOrphanFinder>

/** Finds stored objects without a database record. */
export function createOrphanFinder({ orm }: Database) {
  return withDatabaseErrors({
    /** The time `agoMs` ago by the database's clock, which all processes share. */
    async timeBefore(agoMs: number): Promise<Date> {
      const { rows } = await orm.execute<{ moment: string }>(
        sql`select now() - ${agoMs} * interval '1 millisecond' as moment`,
      )
      return new Date(rows[0]?.moment ?? 0)
    },

    /** Returns the keys that no upload or conversion refers to, or may still come to refer to. */
    async findUnknown(keys: readonly string[]): Promise<string[]> {
      // Objects with other names belong to other applications and are kept.
      const named = keys.flatMap(key => {
        const [, folder, id] = idRule.exec(key) ?? []
        return folder && id ? [{ key, folder, id }] : []
      })
      if (named.length === 0) return []
      // A running conversion may already have stored its result; a finished one has only the keys it lists.
      const { rows } = await orm.execute<{ key: string }>(sql`
        select named.key from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named(key text, folder text, id uuid)
        where case named.folder
          when 'uploads' then
            not exists (select 1 from uploads where uploads.id = named.id)
          else not exists (
            select 1 from conversions where conversions.id = named.id and (
              status in ('queued', 'running') or result_key = named.key
              or parts @> jsonb_build_array(jsonb_build_object('key', named.key))))
        end`)
      return rows.map(({ key }) => key)
    },
  })
}
