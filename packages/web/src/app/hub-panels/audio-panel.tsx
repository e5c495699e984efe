/** Audio Suite: audio converter, audio editor, and audio extraction from videos, which the converter replaces in its extract mode. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { hubAudio, hubAudioExtract } from '@filesmith/contract/tools/audio/hub-audio'
import { hubExtract } from '@filesmith/contract/tools/audio/hub-extract'
import { SlidersVertical } from 'lucide-react'
import { useState } from 'react'
import { AudioEditor } from '../../features/audio-editor/audio-editor.tsx'
import { editorToolId } from '../../features/audio-editor/edit/edit-settings.ts'
import { Converter } from '../../features/converter/converter.tsx'
import { hasSavedWork } from '../../lib/job/saved-work.ts'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { loadWaitScreen } from '../load-wait-screen.ts'
import { AudioTab } from '../screens/audio-tab.tsx'
import { type HubPanelProps, Workspace } from './workspace.tsx'

const hubTools = [hubAudio, hubAudioExtract] as const

export function AudioPanel({ isActive }: HubPanelProps) {
  // Reopens the section with unfinished work.
  const [section, setSection] = useState(() => (hasSavedWork(editorToolId) ? 'editor' : 'converter'))
  const isConverter = section === 'converter'
  const [isExtractMode, setIsExtractMode] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label={hubMessages.audioSections}
        value={section}
        onChange={setSection}
        tabs={[
          {
            id: 'converter',
            label: hubMessages.audioConverter,
            icon: <KindIcon kind="audio" />,
            content: (
              <Workspace className="rounded-tl-none">
                <AudioTab
                  tools={hubTools}
                  isActive={isActive && isConverter}
                  onExtractMode={setIsExtractMode}
                />
              </Workspace>
            ),
          },
          {
            id: 'editor',
            label: hubMessages.audioEditor,
            icon: <Icon of={SlidersVertical} className="text-ink-muted" />,
            content: (
              <Workspace className="rounded-tl-none">
                <AudioEditor isActive={isActive && !isConverter} />
              </Workspace>
            ),
          },
        ]}
      />
      {/* Hidden, not unmounted: it keeps its file. */}
      <Workspace className={isConverter && isExtractMode ? 'hidden' : ''}>
        <Converter tool={hubExtract} isActive={isActive} isSecondary loadWaitScreen={loadWaitScreen} />
      </Workspace>
    </div>
  )
}
