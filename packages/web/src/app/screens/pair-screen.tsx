/** /convert/{pair}: the converter ready for one conversion, what it keeps and loses, and related conversions; or 404. */
import { pairAt, pairPage } from '@filesmith/contract/pair-pages'
import { notFoundPage } from '@filesmith/contract/routes'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { AnyFile } from '../../features/any-file/any-file.tsx'
import { PairPage } from '../../features/pair/pair-page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ResetOnSignOut } from '../frame/reset-on-sign-out.tsx'
import { usePageHead } from '../frame/use-page-head.ts'
import { loadWaitScreen } from '../load-wait-screen.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

export function PairScreen() {
  const { pathname } = useLocation()
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  const pair = useMemo(() => pairAt(path), [path])
  const page = useMemo(() => (pair ? pairPage(pair) : notFoundPage), [pair])
  usePageHead(page, pair !== undefined)
  if (!pair) return <NotFoundScreen />
  return (
    <ResetOnSignOut key={path}>
      <PairPage pair={pair}>
        <Panel className="p-4 sm:p-6">
          <AnyFile
            isActive
            toolId={`pair-${pair.from}-${pair.to}`}
            preset={pair}
            loadWaitScreen={loadWaitScreen}
          />
        </Panel>
      </PairPage>
    </ResetOnSignOut>
  )
}
