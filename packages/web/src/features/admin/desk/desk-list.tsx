/** A long list of the admin area in all its states: on its way, failed, empty, nothing found, and its rows. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { ReactNode, Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { DeskLoading } from './desk-loading.tsx'
import type { DeskPages } from './use-desk-pages.ts'

interface DeskRowsProps<Page, Row> {
  readonly label: string
  readonly list: DeskPages<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  readonly children: (row: Row) => ReactNode
  readonly empty: { readonly title: string; readonly text: string }
  /** Absent where nothing can be filtered away. */
  readonly onClear?: () => void
}

interface DeskListProps<Page, Row> extends DeskRowsProps<Page, Row> {
  /** To its place, which takes the focus of a row that goes, whatever is left. */
  readonly placeRef?: Ref<HTMLDivElement>
}

export function DeskList<Page, Row>({ placeRef, ...rows }: DeskListProps<Page, Row>) {
  return (
    <div ref={placeRef} tabIndex={-1} className="outline-none">
      <DeskRows {...rows} />
    </div>
  )
}

function DeskRows<Page, Row>(props: DeskRowsProps<Page, Row>) {
  const { label, list, rowsOf, children, empty, onClear } = props
  if (!list.pages)
    return list.problem === undefined ? (
      <DeskLoading />
    ) : (
      <LoadFailed text={list.problem} onRetry={list.reload} />
    )
  const rows = list.pages.flatMap(rowsOf)
  if (rows.length === 0)
    return onClear && list.isFiltered ? (
      <EmptyNotice title={adminScreens.noMatch} text={adminScreens.noMatchHint} isAnswer>
        <Button onClick={onClear}>{adminScreens.clear}</Button>
      </EmptyNotice>
    ) : (
      <EmptyNotice {...empty} />
    )
  return (
    <>
      <ul
        aria-label={label}
        aria-busy={list.isOutdated}
        className={cx(
          '-mx-5 divide-y divide-line border-y border-line transition-opacity sm:-mx-6',
          list.isOutdated && 'opacity-55',
        )}
      >
        {rows.map(children)}
      </ul>
      <div className="pt-5 text-center">
        {list.hasMore ? (
          <Button disabled={list.isLoadingMore || list.isOutdated} onClick={list.loadMore}>
            {list.isLoadingMore ? adminScreens.loadingMore : adminScreens.showMore}
          </Button>
        ) : (
          <p className="text-ink-muted">{adminScreens.all}</p>
        )}
      </div>
    </>
  )
}
