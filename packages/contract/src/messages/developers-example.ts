/** End-to-end example of the public API in three languages, shown on /developers: upload, job, waiting, download. */

export const exampleLanguages = ['curl', 'typescript', 'python'] as const

/** Each one reads the key from FILESMITH_KEY, converts photo.png and writes photo.webp. */
export function endToEndExample(origin: string): Readonly<Record<(typeof exampleLanguages)[number], string>> {
  return {
    curl: `api=${origin}/api/v1
auth="Authorization: Bearer $FILESMITH_KEY"

# 1. Upload the file.
file=$(curl -sSf -H "$auth" -F file=@photo.png "$api/files" | jq -r .id)

# 2. Create the job.
job=$(curl -sSf -H "$auth" -H 'Content-Type: application/json' "$api/jobs" -d '{
  "inputs": [{ "fileId": "'"$file"'" }],
  "steps": [{ "operation": "convert-image", "options": { "outputFormat": "webp" } }]
}')
id=$(jq -r .id <<< "$job")

# 3. Wait until it is finished.
while [[ $(jq -r .status <<< "$job") =~ ^(queued|running)$ ]]; do
  job=$(curl -sSf -H "$auth" "$api/jobs/$id?wait=60")
done
[[ $(jq -r .status <<< "$job") = succeeded ]] || { jq .error <<< "$job"; exit 1; }

# 4. Download the result.
curl -sSf -H "$auth" -o photo.webp "${origin}$(jq -r '.results[0].url' <<< "$job")"`,

    typescript: `import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const origin = '${origin}'

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, Authorization: 'Bearer ' + process.env.FILESMITH_KEY }
  const response = await fetch(origin + path, { ...init, headers })
  if (!response.ok) throw new Error(await response.text())
  return response
}

// 1. Upload the file.
const form = new FormData()
form.set('file', await openAsBlob('photo.png'), 'photo.png')
const file = await (await call('/api/v1/files', { method: 'POST', body: form })).json()

// 2. Create the job.
const created = await call('/api/v1/jobs', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    inputs: [{ fileId: file.id }],
    steps: [{ operation: 'convert-image', options: { outputFormat: 'webp' } }],
  }),
})
let job = await created.json()

// 3. Wait until it is finished.
while (job.status === 'queued' || job.status === 'running')
  job = await (await call('/api/v1/jobs/' + job.id + '?wait=60')).json()
if (job.status !== 'succeeded') throw new Error(job.error?.message ?? job.status)

// 4. Download the result.
const result = await call(job.results[0].url)
await writeFile('photo.webp', new Uint8Array(await result.arrayBuffer()))`,

    python: `import json
import os
from urllib.request import Request, urlopen

origin = "${origin}"

def call(path, body=None, content_type="application/json"):
    headers = {"Authorization": "Bearer " + os.environ["FILESMITH_KEY"]}
    if body is not None:
        headers["Content-Type"] = content_type
    with urlopen(Request(origin + path, data=body, headers=headers)) as response:
        return response.read()

# 1. Upload the file.
with open("photo.png", "rb") as photo:
    file = json.loads(call("/api/v1/files?fileName=photo.png", photo.read(), "image/png"))

# 2. Create the job.
job = json.loads(call("/api/v1/jobs", json.dumps({
    "inputs": [{"fileId": file["id"]}],
    "steps": [{"operation": "convert-image", "options": {"outputFormat": "webp"}}],
}).encode()))

# 3. Wait until it is finished.
while job["status"] in ("queued", "running"):
    job = json.loads(call(f"/api/v1/jobs/{job['id']}?wait=60"))
if job["status"] != "succeeded":
    raise SystemExit(job["error"])

# 4. Download the result.
with open("photo.webp", "wb") as result:
    result.write(call(job["results"][0]["url"]))`,
  }
}
