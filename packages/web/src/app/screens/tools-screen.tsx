/** /tools and /tools/{tool}: the hub, opened on the tool that its address names. */
import { hubToolPage, pageAt } from '@filesmith/contract/page-at'
import { paths } from '@filesmith/contract/routes'
import { defaultHubTool, findHubTool, type HubToolId, hubToolPath } from '@filesmith/contract/tools/hub'
import { useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { RecentConversions } from '../../features/recent-conversions/recent-conversions.tsx'
import { ToolsHub } from '../../features/tools-hub/tools-hub.tsx'
import { stayInPlace } from '../frame/stay-in-place.ts'
import { UntilSignOut } from '../frame/until-sign-out.tsx'
import { usePageHead } from '../frame/use-page-head.ts'
import { HubPanel } from '../hub-panels/hub-panel.tsx'

export function ToolsScreen() {
  const { pathname } = useLocation()
  const { tool: inPath } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wanted = inPath ?? search.get('tool') ?? ''
  const tool = findHubTool(wanted)
  const page = useMemo(() => (tool ? hubToolPage(tool) : pageAt(paths.tools)), [tool])
  // A tool nobody knows opens the hub all the same, but is no page to be found.
  usePageHead(page, tool !== undefined || wanted === '')

  const open = (id: HubToolId) => {
    const path = hubToolPath(id)
    if (path !== pathname) void navigate(path, { state: stayInPlace })
  }
  return (
    <UntilSignOut>
      <ToolsHub
        activeId={tool?.id ?? defaultHubTool}
        initialSearch={search.get('search') ?? ''}
        onOpen={open}
        panelOf={(shown, isActive) => <HubPanel tool={shown} isActive={isActive} />}
        recent={<RecentConversions />}
      />
    </UntilSignOut>
  )
}
