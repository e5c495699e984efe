/** The Batch Converter. */
import { BatchConverter } from '../../features/batch-converter/batch-converter.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './registry.ts'

export function BatchPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <BatchConverter isActive={isActive} />
    </Bench>
  )
}
