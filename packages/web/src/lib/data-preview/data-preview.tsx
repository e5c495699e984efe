/** Preview of a converted table: loads the part `preview.json` of a result and shows its first rows. */
import { dataPreviewMessages as texts } from '@filesmith/contract/messages/data-preview'
import { type CellType, dataPreviewSchema, type TablePreview } from '@filesmith/contract/schemas/data-preview'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { request } from '../request.ts'

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

/** The first rows of one table, in a region that scrolls by keyboard, with a header that stays in view. */
const cellStyle = 'max-w-80 truncate px-3 py-1.5 align-top'
const headStyle = 'sticky top-0 border-b border-line bg-surface px-3 py-1.5 font-semibold whitespace-nowrap'

function PreviewTable({ table }: { readonly table: TablePreview }) {
  const { name, columns, rows, rowCount, columnCount } = table
  const caption = texts.caption(name, rowCount, columnCount)
  const limits = [
    ...(rows.length < rowCount ? [texts.firstRows(rows.length)] : []),
    ...(columns.length < columnCount ? [texts.firstColumns(columns.length)] : []),
  ]
  return (
    <>
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded border border-line"
      >
        <table className="w-full border-collapse text-left text-xs">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className={cx(headStyle, 'text-right text-ink-muted')}>
                <span className="sr-only">{texts.rowNumber}</span>
              </th>
              {columns.map(column => (
                <th
                  key={column.name}
                  scope="col"
                  className={cx(headStyle, isRight(column.type) && 'text-right')}
                >
                  <span className="block max-w-80 truncate" title={column.name}>
                    {column.name}
                  </span>
                  <span className="block font-normal text-ink-muted">{texts.types[column.type]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and never change.
              <tr key={index} className="border-b border-line last:border-b-0">
                <th scope="row" className="figures px-3 py-1.5 text-right font-normal text-ink-muted">
                  {index + 1}
                </th>
                {columns.map((column, at) => (
                  <PreviewCell key={column.name} value={row[at] ?? null} type={column.type} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="p-3 text-ink-muted">{texts.noRows}</p> : null}
      </section>
      <p className="text-xs text-ink-muted">{[`${caption}.`, ...limits].join(' ')}</p>
    </>
  )
}

function isRight(type: CellType): boolean {
  return type === 'number'
}

function PreviewCell({ value, type }: { readonly value: string | null; readonly type: CellType }) {
  if (value === null)
    return (
      <td className={cx(cellStyle, 'text-ink-muted', isRight(type) && 'text-right')}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{texts.missing}</span>
      </td>
    )
  return (
    <td title={value} className={cx(cellStyle, isRight(type) && 'figures text-right')}>
      {value}
    </td>
  )
}
