/** Comparison table of plans; on small screens the row header is above its cells, to avoid horizontal scrolling. */
import { comparisonMessages } from '@filesmith/contract/messages/plans'
import { Check, Minus } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'

interface ComparisonTableProps {
  readonly caption: string
  readonly names: readonly string[]
  readonly rows: readonly { readonly label: string; readonly cells: readonly (string | boolean)[] }[]
}

const rowShape = 'max-sm:grid max-sm:grid-cols-3'
const cellShape = 'px-2 text-center sm:px-5 sm:py-3.5 sm:text-left'

export function ComparisonTable({ caption, names, rows }: ComparisonTableProps) {
  return (
    <table className="w-full table-fixed border-collapse max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:block">
        <tr className={`${rowShape} border-b border-line-strong`}>
          {/* Visually hidden on small screens, but kept as a cell: otherwise headers would be assigned to the wrong column. */}
          <td className="max-sm:sr-only" />
          {names.map(name => (
            <th
              key={name}
              scope="col"
              className={`${cellShape} font-heading text-base font-semibold max-sm:py-3`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ label, cells }) => (
          <tr key={label} className={`${rowShape} border-line not-last:border-b max-sm:py-3`}>
            <th
              scope="row"
              className="text-left font-medium text-ink-muted max-sm:col-span-full max-sm:pb-1.5 max-sm:text-center max-sm:text-xs sm:px-5 sm:py-3.5"
            >
              {label}
            </th>
            {cells.map((cell, index) => (
              <td key={names[index]} className={`${cellShape} align-top font-medium tabular-nums`}>
                <CellContent cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CellContent({ cell }: { readonly cell: string | boolean }) {
  if (typeof cell === 'string') return cell
  return cell ? (
    <Icon of={Check} label={comparisonMessages.included} className="inline-block text-success" />
  ) : (
    <Icon of={Minus} label={comparisonMessages.notIncluded} className="inline-block text-ink-muted" />
  )
}
