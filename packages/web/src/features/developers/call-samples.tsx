/** Code samples of an API call, by language. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { useState } from 'react'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { curlSample, typescriptSample } from './code-samples.ts'
import type { NamedSchemas } from './read-schema.ts'
import type { DescribedCall } from './use-api-description.ts'

interface CallSamplesProps {
  readonly call: DescribedCall
  readonly named: NamedSchemas
  readonly origin: string
}

export function CallSamples({ call, named, origin }: CallSamplesProps) {
  const [language, setLanguage] = useState('curl')
  const tab = (id: 'curl' | 'typescript', code: string) => ({
    id,
    label: developersMessages[id],
    icon: null,
    content: <CodeBlock label={developersMessages[id]} code={code} />,
  })
  return (
    <InnerTabs
      label={developersMessages.samples}
      value={language}
      onChange={setLanguage}
      tabs={[
        tab('curl', curlSample(call, named, origin)),
        tab('typescript', typescriptSample(call, named, origin)),
      ]}
    />
  )
}
