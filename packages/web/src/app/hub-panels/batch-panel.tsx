/** Panel of the Batch Converter. */
import { BatchConverter } from '../../features/batch-converter/batch-converter.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function BatchPanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <BatchConverter isActive={isActive} />
    </Workspace>
  )
}
