/** Bar chart of failures by error code. Pressing a bar filters the list. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { FailurePage } from '@filesmith/contract/schemas/admin'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'

const texts = adminScreens.failures

interface FailureCodesProps {
  readonly codes: FailurePage['byCode']
  /** Selected code; empty if none. */
  readonly chosen: string
  readonly onChoose: (code: string) => void
}

export function FailureCodes({ codes, chosen, onChoose }: FailureCodesProps) {
  const most = Math.max(1, ...codes.map(({ count }) => count))
  return (
    <ul className="flex flex-col gap-1">
      {codes.map(({ code, count, isFault }) => (
        <li key={code}>
          <button
            type="button"
            aria-pressed={code === chosen}
            onClick={() => onChoose(code === chosen ? '' : code)}
            className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto_2.5rem] items-center gap-x-3 rounded border border-transparent px-3 py-1.5 text-left transition-colors hover:bg-surface-sunken aria-pressed:border-ink aria-pressed:bg-surface-sunken"
          >
            <span className="figures truncate text-xs">{code}</span>{' '}
            <Badge tone={isFault ? 'danger' : 'neutral'}>{isFault ? texts.server : texts.input}</Badge>{' '}
            <span className="figures text-right font-semibold">
              {count}
              <span className="sr-only"> {texts.times(count)}</span>
            </span>
            <span aria-hidden="true" className="col-span-full mt-1 block h-1 rounded bg-surface-sunken">
              <span
                style={{ width: `${(count / most) * 100}%` }}
                className={cx(
                  'block h-full rounded forced-colors:bg-[CanvasText]',
                  isFault ? 'bg-danger' : 'bg-line-strong',
                )}
              />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
