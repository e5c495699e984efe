/** Advanced options of a converter, and its premium formats; locked with a note on plans that do not include them. */
import {
  canBeLossless,
  channelLayouts,
  codecsOf,
  crf,
  frameRate,
  hasQualityPercent,
  hasVariableBitrate,
  holdsExif,
  qualityPercent,
  sampleRatesOf,
} from '@filesmith/contract/advanced-options'
import { advancedOptionsMessages as texts } from '@filesmith/contract/messages/advanced-options'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { includesFormat, type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { ChevronDown, Lock } from 'lucide-react'
import { type ComponentType, useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { AdvancedField, ConversionOptions } from './conversion-options.ts'
import { outputLabel } from './output-label.ts'

interface AdvancedOptionsProps {
  readonly tool: ConverterTool
  readonly plan: PlanId
  readonly options: ConversionOptions
  readonly onChange: (options: ConversionOptions) => void
  readonly isDisabled: boolean
}

export function AdvancedOptions(props: AdvancedOptionsProps) {
  const { tool, plan, options, onChange, isDisabled } = props
  const Fields = fieldsByKind[tool.call.fileKind]
  if (!Fields) return null
  const isIncluded = plans[plan].hasAdvancedOptions
  const set = (field: AdvancedField, value: string) => onChange({ ...options, [field]: value })
  return (
    <details className="group/advanced border-t border-line pt-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
        <Icon
          of={ChevronDown}
          className="text-ink-muted transition-transform group-open/advanced:rotate-180"
        />
        {texts.heading}
        {isIncluded ? null : <LockedBadge label={texts.paid} />}
      </summary>
      <div className="flex flex-col gap-5 pt-3">
        <PremiumFormats {...props} />
        {isIncluded ? null : <LockedNote text={texts.paidNote} />}
        <fieldset
          aria-label={texts.heading}
          disabled={isDisabled || !isIncluded}
          className="flex min-w-0 flex-col gap-4"
        >
          <Fields options={options} set={set} />
        </fieldset>
      </div>
    </details>
  )
}

function PremiumFormats({ tool, plan, options, onChange, isDisabled }: AdvancedOptionsProps) {
  const { premiumOutputs = [] } = tool
  if (premiumOutputs.length === 0) return null
  const isIncluded = premiumOutputs.every(output => includesFormat(plan, output))
  const chosen = premiumOutputs.find(output => output === options.outputFormat)
  const choose = (value: string) =>
    onChange({
      ...options,
      outputFormat: premiumOutputs.find(output => output === value) ?? tool.defaultOutput,
    })
  return (
    <div>
      <SelectField
        label={plan === 'private' ? texts.moreFormats : texts.premiumFormats}
        choices={[
          { value: '', label: texts.noPremium },
          ...premiumOutputs.map(value => ({ value, label: outputLabel(tool, value) })),
        ]}
        value={chosen ?? ''}
        disabled={isDisabled || !isIncluded}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {chosen ? <p className="mt-1 text-xs text-ink-muted">{conversionMessages.formatNote(chosen)}</p> : null}
      {isIncluded ? null : <LockedNote text={texts.proNote} />}
    </div>
  )
}

function LockedBadge({ label }: { readonly label: string }) {
  return (
    <Badge tone="neutral">
      <Icon of={Lock} sizePx={16} className="mr-1" /> {label}
    </Badge>
  )
}

function LockedNote({ text }: { readonly text: string }) {
  return (
    <p className="mt-1 text-xs text-ink-muted">
      {text}{' '}
      <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
        {texts.comparePlans}
      </TextLink>
    </p>
  )
}

interface FieldsProps {
  readonly options: ConversionOptions
  readonly set: (field: AdvancedField, value: string) => void
}

const fieldsByKind: Readonly<Partial<Record<ConverterTool['call']['fileKind'], ComponentType<FieldsProps>>>> =
  { image: ImageFields, video: VideoFields, audio: AudioFields }

function ImageFields({ options, set }: FieldsProps) {
  const { outputFormat } = options
  const isLossless = options.isLossless === 'true' && canBeLossless(outputFormat)
  return (
    <>
      <NumberField
        field="qualityPercent"
        label={texts.quality}
        hint={hasQualityPercent(outputFormat) ? texts.qualityHint : texts.qualityUnused}
        bounds={qualityPercent}
        isDisabled={!hasQualityPercent(outputFormat) || isLossless}
        options={options}
        set={set}
      />
      <HintedSwitch
        field="isLossless"
        label={texts.lossless}
        hint={canBeLossless(outputFormat) ? undefined : texts.losslessUnused}
        isDisabled={!canBeLossless(outputFormat)}
        options={options}
        set={set}
      />
      <HintedSwitch
        field="keepMetadata"
        label={texts.metadata}
        hint={holdsExif(outputFormat) ? texts.metadataHint : texts.metadataUnused}
        isDisabled={!holdsExif(outputFormat)}
        options={options}
        set={set}
      />
    </>
  )
}

function VideoFields({ options, set }: FieldsProps) {
  const codecs = codecsOf(options.outputFormat)
  return (
    <>
      <SelectField
        label={texts.codec}
        choices={[
          { value: '', label: texts.standard },
          ...codecs.map(value => ({ value, label: texts.codecs[value] })),
        ]}
        value={codecs.find(codec => codec === options.videoCodec) ?? ''}
        disabled={codecs.length === 0}
        onChange={({ currentTarget }) => set('videoCodec', currentTarget.value)}
      />
      <NumberField
        field="crf"
        label={texts.crf}
        hint={codecs.length === 0 ? texts.crfUnused : texts.crfHint}
        bounds={crf}
        isDisabled={codecs.length === 0}
        options={options}
        set={set}
      />
      <NumberField
        field="frameRate"
        label={texts.frameRate}
        hint={texts.frameRateHint}
        bounds={frameRate}
        isDisabled={false}
        options={options}
        set={set}
      />
    </>
  )
}

function AudioFields({ options, set }: FieldsProps) {
  const rates = sampleRatesOf(options.outputFormat)
  const canVary = hasVariableBitrate(options.outputFormat)
  return (
    <>
      <HintedSwitch
        field="isVariableBitrate"
        label={texts.variableBitrate}
        hint={canVary ? texts.variableBitrateHint : texts.variableBitrateUnused}
        isDisabled={!canVary}
        options={options}
        set={set}
      />
      <SelectField
        label={texts.sampleRate}
        choices={[
          { value: '', label: texts.standard },
          ...rates.map(value => ({ value, label: texts.sampleRateLabel(value) })),
        ]}
        value={rates.find(rate => rate === options.sampleRate) ?? ''}
        onChange={({ currentTarget }) => set('sampleRate', currentTarget.value)}
      />
      <SelectField
        label={texts.channels}
        choices={[
          { value: '', label: texts.standard },
          ...channelLayouts.map(value => ({ value, label: texts.channelLabels[value] })),
        ]}
        value={channelLayouts.find(layout => layout === options.channels) ?? ''}
        onChange={({ currentTarget }) => set('channels', currentTarget.value)}
      />
    </>
  )
}

interface HintedFieldProps extends FieldsProps {
  readonly field: AdvancedField
  readonly label: string
  readonly hint: string | undefined
  readonly isDisabled: boolean
}

interface NumberFieldProps extends HintedFieldProps {
  readonly bounds: { readonly min: number; readonly max: number }
}

function NumberField({ field, label, hint, bounds, isDisabled, options, set }: NumberFieldProps) {
  const value = options[field] ?? ''
  const isOutside = value !== '' && (Number(value) < bounds.min || Number(value) > bounds.max)
  return (
    <TextField
      name={field}
      label={label}
      hint={hint}
      error={isOutside && !isDisabled ? texts.bounds(bounds.min, bounds.max) : undefined}
      type="number"
      inputMode="numeric"
      min={bounds.min}
      max={bounds.max}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => set(field, currentTarget.value)}
    />
  )
}

function HintedSwitch({ field, label, hint, isDisabled, options, set }: HintedFieldProps) {
  const hintId = useId()
  return (
    <div>
      <Switch
        label={label}
        isOn={options[field] === 'true' && !isDisabled}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={isOn => set(field, isOn ? 'true' : '')}
      />
      {hint === undefined ? null : (
        <p id={hintId} className="text-xs text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
