/** Panel of a hub tool, with a skeleton while it is loading. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import type { KnownHubTool } from '@filesmith/contract/tools/hub'
import { LazyFallback } from '../../lib/on-demand.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorBoundary } from '../frame/error-boundary.tsx'
import { hubPanels } from './registry.tsx'
import { type HubPanelProps, Workspace } from './workspace.tsx'

interface HubToolPanelProps extends HubPanelProps {
  readonly tool: KnownHubTool
}

export function HubPanel({ tool, isActive }: HubToolPanelProps) {
  const Tool = hubPanels[tool.id]
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
      <p role="status" className="sr-only">
        {hubMessages.loading}
      </p>
      <Skeleton className="mb-1 h-7 w-56" />
      <Skeleton className="mb-4 h-5 w-72 max-w-full" />
      <Skeleton className="h-92 w-full" />
      <Skeleton className="mt-4 ml-auto h-12 w-40" />
    </Workspace>
  )
}
