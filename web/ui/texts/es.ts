import type { UiTexts } from './en.ts'

export const es: UiTexts = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  copy: 'Copiar',
  copyFailed: 'El navegador ha bloqueado la copia',
  failed: 'No se ha podido cargar',
  language: 'Idioma',
  loading: 'Cargando',
  more: 'Mostrar más',
  next: 'Siguiente',
  pages: 'Páginas',
  previous: 'Anterior',
  required: 'obligatorio',
  retry: 'Reintentar',
  save: 'Guardar',
  theme: 'Apariencia',
  themeDark: 'Oscuro',
  themeLight: 'Claro',
  themeSystem: 'Como el dispositivo',
}
