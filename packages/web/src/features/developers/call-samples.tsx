/** Code samples of an API call, by language. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { useState } from 'react'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { type NamedSchemas, sampleOf } from './read-schema.ts'
import type { DescribedCall } from './use-api-description.ts'

/** Environment variables, so that samples never contain a key. */
const shellKey = '$FILESMITH_KEY'

const codeKey = 'process.env.FILESMITH_KEY'

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

interface RequestParts {
  readonly url: string
  readonly json: string | undefined
  readonly hasFile: boolean
}

function requestPartsOf(call: DescribedCall, named: NamedSchemas, origin: string): RequestParts {
  const content = call.requestBody?.content ?? {}
  const schema = content['application/json']?.schema
  return {
    url: `${origin}${call.path}`,
    json: schema && JSON.stringify(sampleOf(schema, named), null, 2),
    hasFile: 'multipart/form-data' in content,
  }
}

/** Generates code samples of an API call for curl and for TypeScript with fetch. */
function curlSample(call: DescribedCall, named: NamedSchemas, origin: string): string {
  const { url, json, hasFile } = requestPartsOf(call, named, origin)
  const method = call.method === 'get' ? '' : `-X ${call.method.toUpperCase()} `
  const lines = [`curl ${method}'${url}'`, `-H "Authorization: Bearer ${shellKey}"`]
  if (hasFile) lines.push("-F 'file=@photo.heic'")
  else if (json) lines.push("-H 'Content-Type: application/json'", `-d '${json}'`)
  return lines.join(' \\\n  ')
}

function typescriptSample(call: DescribedCall, named: NamedSchemas, origin: string): string {
  const { url, json, hasFile } = requestPartsOf(call, named, origin)
  const formSetup = hasFile
    ? "const form = new FormData()\nform.set('file', await openAsBlob('photo.heic'), 'photo.heic')\n\n"
    : ''
  const imports = hasFile ? "import { openAsBlob } from 'node:fs'\n\n" : ''
  const type = json && !hasFile ? ", 'Content-Type': 'application/json'" : ''
  const body = hasFile ? '  body: form,\n' : json ? `  body: JSON.stringify(${indent(json)}),\n` : ''
  const method = call.method === 'get' ? '' : `  method: '${call.method.toUpperCase()}',\n`
  const headers = `  headers: { Authorization: 'Bearer ' + ${codeKey}${type} },\n`
  const read = 'if (!response.ok) throw new Error(await response.text())'
  return `${imports}${formSetup}const response = await fetch('${url}', {\n${method}${headers}${body}})\n${read}`
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
