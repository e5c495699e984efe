/** Paginated list of the admin area in all its states: loading, failed, empty, no matches, and rows. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { ReactNode, Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { AdminLoading } from './admin-loading.tsx'
import type { AdminPages } from './use-admin-pages.ts'

interface AdminRowsProps<Page, Row> {
  readonly label: string
  readonly list: AdminPages<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  readonly children: (row: Row) => ReactNode
  readonly empty: { readonly title: string; readonly text: string }
  /** Absent for lists without filters. */
  readonly onClear?: () => void
}

interface AdminListProps<Page, Row> extends AdminRowsProps<Page, Row> {
  /** Container that receives the focus when the focused row is removed. */
  readonly containerRef?: Ref<HTMLDivElement>
}

export function AdminList<Page, Row>({ containerRef, ...rows }: AdminListProps<Page, Row>) {
  return (
    <div ref={containerRef} tabIndex={-1} className="outline-none">
      <AdminRows {...rows} />
    </div>
  )
}

function AdminRows<Page, Row>(props: AdminRowsProps<Page, Row>) {
  const { label, list, rowsOf, children, empty, onClear } = props
  if (!list.pages)
    return list.problem === undefined ? (
      <AdminLoading />
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
