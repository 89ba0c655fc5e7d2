import { apiUrl, ask } from '../base/services.ts'

/** Downloads the whole list. A link cannot set the Accept header, so the page fetches the list and saves it. */
export async function saveContacts(listId: string, name: string): Promise<void> {
  const response = await ask(`${apiUrl}/registration/api/v1/contactlists/${listId}/contacts`, {
    headers: { accept: 'text/csv' },
  })
  if (!response.ok) throw new Error(`${response.status}`)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').slice(0, 80) || 'contacts'}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
