/** /tools and /tools/{tool}: the tools hub with the tool of the URL. */

import { hubToolPage, pageAt } from '@filesmith/contract/page-at'
import { paths } from '@filesmith/contract/routes'
import {
  defaultHubTool,
  findHubTool,
  type HubToolId,
  hubToolPath,
  type KnownHubTool,
} from '@filesmith/contract/tools/hub'
import { useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { RecentConversions } from '../../features/recent-conversions/recent-conversions.tsx'
import { ToolsHub } from '../../features/tools-hub/tools-hub.tsx'
import { currentInstance } from '../../lib/instance.ts'
import { LazyFallback } from '../../lib/on-demand.tsx'
import { ErrorBoundary } from '../frame/error-boundary.tsx'
import { ResetOnSignOut } from '../frame/reset-on-sign-out.tsx'
import { stayInPlace } from '../frame/stay-in-place.ts'
import { ToolSkeleton } from '../frame/tool-skeleton.tsx'
import { usePageHead } from '../frame/use-page-head.ts'
import { hubPanels } from '../hub-panels/registry.tsx'
import { type HubPanelProps, Workspace } from '../hub-panels/workspace.tsx'

export function ToolsScreen() {
  const { pathname } = useLocation()
  const { tool: pathTool } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const requestedTool = pathTool ?? search.get('tool') ?? ''
  const tool = findHubTool(requestedTool)
  const page = useMemo(() => (tool ? hubToolPage(tool) : pageAt(currentInstance(), paths.tools)), [tool])
  // An unknown tool opens the hub, but is not indexed.
  usePageHead(page, tool !== undefined || requestedTool === '')

  const open = (id: HubToolId) => {
    const path = hubToolPath(id)
    if (path !== pathname) void navigate(path, { state: stayInPlace })
  }
  return (
    <ResetOnSignOut>
      <ToolsHub
        activeId={tool?.id ?? defaultHubTool}
        initialSearch={search.get('search') ?? ''}
        onOpen={open}
        iconOf={id => hubPanels[id].icon}
        panelOf={(shown, isActive) => <HubPanel tool={shown} isActive={isActive} />}
        recent={<RecentConversions />}
      />
    </ResetOnSignOut>
  )
}

interface HubToolPanelProps extends HubPanelProps {
  readonly tool: KnownHubTool
}

/** Panel of a hub tool, with a skeleton while it is loading. */
function HubPanel({ tool, isActive }: HubToolPanelProps) {
  const { panel: Tool } = hubPanels[tool.id]
  return (
    <ErrorBoundary>
      <LazyFallback fallback={<Loading />}>
        <Tool isActive={isActive} />
      </LazyFallback>
    </ErrorBoundary>
  )
}

function Loading() {
  return (
    <Workspace>
      <ToolSkeleton />
    </Workspace>
  )
}
