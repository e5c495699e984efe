/** Table of sizes with a comparison bar in each row. */
import { adminStorageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { formatBytes } from '../../../lib/format-bytes.ts'

interface ShareTableProps {
  readonly caption: string
  readonly nameLabel: string
  /** Label of the optional third column. */
  readonly noteLabel?: string
  readonly rows: readonly { readonly name: string; readonly bytes: number; readonly note?: string }[]
}

export function ShareTable({ caption, nameLabel, noteLabel, rows }: ShareTableProps) {
  const most = Math.max(1, ...rows.map(({ bytes }) => bytes))
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-muted">
        <tr>
          <th scope="col" className="w-full pb-2 font-medium">
            {nameLabel}
          </th>
          {noteLabel === undefined ? null : (
            <th scope="col" className="pb-2 pl-6 text-right font-medium">
              {noteLabel}
            </th>
          )}
          <th scope="col" className="pb-2 pl-6 text-right font-medium">
            {texts.size}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ name, bytes, note }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="py-2.5 font-normal">
              <span className="break-all">{name}</span>
              <span
                aria-hidden="true"
                style={{ width: `${(bytes / most) * 100}%` }}
                className="mt-1.5 block h-1 min-w-0.5 rounded bg-line-strong forced-colors:bg-[CanvasText]"
              />
            </th>
            {noteLabel === undefined ? null : <td className="figures py-2.5 pl-6 text-right">{note}</td>}
            <td className="figures py-2.5 pl-6 text-right whitespace-nowrap">{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
