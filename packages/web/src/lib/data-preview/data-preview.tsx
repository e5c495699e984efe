/** Preview of a converted table: loads the part `preview.json` of a result and shows its first rows. */
import { dataPreviewMessages as texts } from '@filesmith/contract/messages/data-preview'
import { dataPreviewSchema } from '@filesmith/contract/schemas/data-preview'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '../request.ts'
import { PreviewTable } from './preview-table.tsx'

export function DataPreview({ url }: { readonly url: string }) {
  const [shown, setShown] = useState(0)
  const selectId = useId()
  const { data, isError } = useQuery({
    queryKey: [url],
    queryFn: async ({ signal }) => {
      const response = await request('GET', url, undefined, {}, signal)
      return dataPreviewSchema.parse(await response.json())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <p className="text-ink-muted">{texts.unreadable}</p>
  const table = data?.tables[shown] ?? data?.tables[0]
  if (data === undefined || table === undefined) return null
  return (
    <section aria-label={texts.heading} className="flex min-w-0 flex-col gap-2">
      {data.tables.length > 1 ? (
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={selectId} className="text-sm font-semibold">
            {texts.table}
          </label>
          <select
            id={selectId}
            value={shown}
            onChange={event => setShown(Number(event.target.value))}
            className="min-h-11 max-w-full rounded border border-line bg-surface px-3 text-sm"
          >
            {data.tables.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <PreviewTable table={table} />
    </section>
  )
}
