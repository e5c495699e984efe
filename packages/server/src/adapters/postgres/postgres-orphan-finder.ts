/** Compares keys of stored objects with the records in PostgreSQL. */

import type { OrphanFinder } from '../../ports/orphan-finder.ts'
import type { Database } from './database.ts'
import { sql } from './drizzle.ts'
import { translateFaults } from './translate-faults.ts'

/** The second word of a key is the id of the record that it belongs to: uploads/<id>..., results/<id>/<attempt>... */
const idRule = /^(uploads|results)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=$|[^0-9a-z])/

export function createPostgresOrphanFinder({ orm }: Database): OrphanFinder {
  return translateFaults<OrphanFinder>({
    async timeBefore(agoMs) {
      const { rows } = await orm.execute<{ moment: string }>(
        sql`select now() - ${agoMs} * interval '1 millisecond' as moment`,
      )
      return new Date(rows[0]?.moment ?? 0)
    },

    async findUnknown(keys) {
      // What is not named as we name things is somebody else's and stays.
      const named = keys.flatMap(key => {
        const [, folder, id] = idRule.exec(key) ?? []
        return folder && id ? [{ key, folder, id }] : []
      })
      if (named.length === 0) return []
      // A conversion under way may have written its result already; a finished one has only what it names.
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
