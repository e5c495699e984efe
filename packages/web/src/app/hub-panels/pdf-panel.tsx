/** Panel of the PDF Converter. */
import { hubPdf } from '@filesmith/contract/tools/pdf/hub-pdf'
import { Converter } from '../../features/converter/converter.tsx'
import { type HubPanelProps, Workspace } from './workspace.tsx'

export function PdfPanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <Converter tool={hubPdf} isActive={isActive} />
    </Workspace>
  )
}
