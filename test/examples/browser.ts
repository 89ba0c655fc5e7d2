/** What a browser does for the page of the example: keeps cookies, sends JSON. */
export type Visitor = {
  readonly cookies: Map<string, string>
  get(path: string): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
}

type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

export function newVisitor(url: string): Visitor {
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers, ...json })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    }
  }
  return { cookies, get: (path) => ask('GET', path), post: (path, body = {}) => ask('POST', path, body) }
}
