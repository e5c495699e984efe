/** OCR options: four switches, and the language if it is not detected. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { languagesOf, type OcrOptions } from '@filesmith/contract/ocr-options'
import { useId } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { switchNames } from '../ocr-settings.ts'
import { LanguagePicker } from './language-picker.tsx'

interface OcrOptionsPanelProps {
  readonly options: OcrOptions
  readonly onChange: (options: OcrOptions) => void
  readonly maxLanguages: number
  readonly isDisabled: boolean
}

export function OcrOptionsPanel({ options, onChange, maxLanguages, isDisabled }: OcrOptionsPanelProps) {
  const id = useId()
  return (
    <Panel role="group" aria-labelledby={`${id}-heading`} className="flex flex-col gap-4 self-start p-5">
      <h3 id={`${id}-heading`} className="text-lg">
        {conversionMessages.options}
      </h3>
      {switchNames.map(name => {
        const { label, on, off } = ocrMessages.switches[name]
        return (
          <div key={name}>
            <Switch
              label={label}
              isOn={options[name]}
              onChange={isOn => onChange({ ...options, [name]: isOn })}
              disabled={isDisabled}
              aria-describedby={`${id}-${name}`}
            />
            {/* Fixed height of two lines, so that switching shifts nothing. */}
            <p id={`${id}-${name}`} className="-mt-1 min-h-10 pl-14 text-xs text-ink-muted">
              {options[name] ? on : off}
            </p>
            {name === 'detectLanguage' && !options.detectLanguage ? (
              <div className="appear mt-2 pl-14">
                <LanguagePicker
                  codes={languagesOf(options)}
                  max={maxLanguages}
                  onChange={codes => onChange({ ...options, language: codes.join('+') })}
                  isDisabled={isDisabled}
                />
              </div>
            ) : null}
          </div>
        )
      })}
    </Panel>
  )
}
