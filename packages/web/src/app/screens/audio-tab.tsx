/** Audio tab: converts audio or, in extract mode, extracts audio from videos. */
import { homeMessages } from '@filesmith/contract/messages/home'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Converter } from '../../features/converter/converter.tsx'
import { currentInstance } from '../../lib/instance.ts'
import { hasSavedWork, moveUpload } from '../../lib/job/saved-work.ts'

interface AudioTabProps extends Pick<ComponentProps<typeof Converter>, 'isActive' | 'loadWaitScreen'> {
  /** Tools of the two modes. */
  readonly tools?: readonly [audioTool: ConverterTool, extractTool: ConverterTool]
  /** Called with the mode that is shown. */
  readonly onExtractMode?: (isOn: boolean) => void
}

const homeTools = [homeAudio, homeExtract] as const

export function AudioTab({
  tools: [audioTool, extractTool] = homeTools,
  onExtractMode,
  ...props
}: AudioTabProps) {
  const [initialTool] = useState(() => (hasSavedWork(extractTool.id) ? extractTool : audioTool))
  const [selectedTool, setSelectedTool] = useState<ConverterTool>()
  const switchRef = useRef<HTMLButtonElement>(null)
  const tool = selectedTool ?? initialTool

  const isExtractMode = tool === extractTool
  useEffect(() => onExtractMode?.(isExtractMode), [onExtractMode, isExtractMode])

  // Switching remounts the converter: restores the focus to the switch.
  useEffect(() => {
    if (selectedTool) switchRef.current?.focus()
  }, [selectedTool])

  const switchMode = (withFile: boolean) => {
    const otherTool = tool === audioTool ? extractTool : audioTool
    if (withFile) moveUpload(tool.id, otherTool.id)
    setSelectedTool(otherTool)
  }
  return (
    <Converter
      key={tool.id}
      {...props}
      tool={tool}
      modeSwitch={{
        label: homeMessages(currentInstance()).extractMode,
        isOn: isExtractMode,
        ref: switchRef,
        onSwitch: switchMode,
      }}
    />
  )
}
