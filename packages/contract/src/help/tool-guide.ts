/** Layout of a help article about a tool: six sections in a fixed order, each with a stable anchor. */
import type { TextBlock, TextFact, TextSection } from '../text-section.ts'

export interface ToolGuide {
  readonly what: readonly TextBlock[]
  readonly steps: readonly string[]
  readonly formats: readonly TextBlock[]
  readonly limits: readonly TextFact[]
  readonly tips: readonly string[]
  readonly troubles: readonly { readonly problem: string; readonly answer: string }[]
}

export function toolSections(guide: ToolGuide): TextSection[] {
  const { what, steps, formats, limits, tips, troubles } = guide
  return [
    { id: 'what-it-does', heading: 'What it does', blocks: what },
    { id: 'step-by-step', heading: 'Step by step', blocks: [{ steps }] },
    { id: 'formats', heading: 'Formats', blocks: formats },
    { id: 'limits', heading: 'Limits', blocks: [{ facts: limits }] },
    { id: 'tips', heading: 'Tips', blocks: [{ points: tips }] },
    { id: 'troubleshooting', heading: 'Troubleshooting', blocks: [{ troubles }] },
  ]
}
