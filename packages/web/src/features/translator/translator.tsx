/** The Translator screen with tabs for text and documents. */

import { maxBytesFor } from '@filesmith/contract/limits'
import { translateDocument } from '@filesmith/contract/operations/translate-document'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { FileText, Languages, type LucideIcon, ShieldCheck, TextQuote } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasSavedWork } from '../../lib/job/saved-work.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useTranslationPairs } from '../../lib/use-translation-pairs.ts'
import { FeatureGrid } from '../../ui/feature-grid.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { documentToolId } from './document-settings.ts'
import { DocumentTranslation } from './document-translation.tsx'
import { TextTranslation } from './text-translation.tsx'
import { useDocumentTranslation } from './use-document-translation.ts'
import { useTextTranslation } from './use-text-translation.ts'

interface TranslatorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function Translator({ isActive }: TranslatorProps) {
  // After a reload, open the tab with the document of an earlier visit.
  const [tab, setTab] = useState(() => (hasSavedWork(documentToolId) ? 'document' : 'text'))
  const maxBytes = maxBytesFor(translateDocument.maxBytes, usePlan())
  const pairs = useTranslationPairs()
  const text = useTextTranslation()
  const document = useDocumentTranslation(maxBytes)

  // A file dropped on the text tab opens the document tab; otherwise the browser would navigate to it.
  const unattachedRef = useRef<HTMLElement>(null)
  useFileDrop({
    areaRef: unattachedRef,
    scope: isActive && tab === 'text' ? 'page' : 'none',
    onFiles(files) {
      setTab('document')
      document.selectFile(files)
    },
  })

  return (
    <ToolFrame heading={translateMessages.heading}>
      <InnerTabs
        label={translateMessages.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'text',
            label: translateMessages.textTab,
            icon: <Icon of={TextQuote} className="text-kind-text" />,
            content: <TextTranslation translation={text} pairs={pairs} />,
          },
          {
            id: 'document',
            label: translateMessages.documentTab,
            icon: <KindIcon kind="document" />,
            content: (
              <DocumentTranslation
                translation={document}
                pairs={pairs}
                maxBytes={maxBytes}
                isActive={isActive && tab === 'document'}
              />
            ),
          },
        ]}
      />
    </ToolFrame>
  )
}

const featureIcons: Readonly<Record<(typeof translateMessages.features)[number]['id'], LucideIcon>> = {
  languages: Languages,
  documents: FileText,
  private: ShieldCheck,
}

/** Three cards about the features of the translator. */
export function TranslatorFeatures() {
  return (
    <FeatureGrid
      features={translateMessages.features.map(card => ({ ...card, icon: featureIcons[card.id] }))}
    />
  )
}
