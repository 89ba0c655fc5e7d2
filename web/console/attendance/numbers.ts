import { locale } from '../../ui/texts/i18n.ts'

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value)
}

export function formatShare(share: number): string {
  return new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}
