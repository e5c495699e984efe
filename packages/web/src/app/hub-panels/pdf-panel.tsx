/** The PDF Converter. */
import { hubPdf } from '@filesmith/contract/tools/hub-pdf'
import { Converter } from '../../features/converter/converter.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function PdfPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <Converter tool={hubPdf} isActive={isActive} />
    </Bench>
  )
}
