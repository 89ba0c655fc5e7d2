import type { AuditTexts } from './en.ts'

export const es: AuditTexts = {
  action: 'Acción',
  actor: 'Quién',
  apply: 'Filtrar',
  audit: 'Registro de auditoría',
  auditLead:
    'Quién hizo qué y cuándo. Las entradas están encadenadas: ninguna puede cambiarse o quitarse sin que se note.',
  chainBroken: 'La cadena está rota.',
  chainCounts: '{entries} entradas están selladas, {unsealed} lo estarán en breve.',
  chainHolds: 'La cadena se mantiene: nada ha cambiado.',
  chainLead: 'Haga que el servidor lea todo el registro y compruebe la cadena.',
  clear: 'Borrar',
  detail: 'Detalles',
  export: 'Exportar como CSV',
  filter: 'Filtrar el registro',
  from: 'Desde',
  noneFound: 'Ninguna entrada coincide',
  noneFoundLead:
    'Un asterisco al final vale por cualquier cosa: webhook.* encuentra todo lo hecho con webhooks.',
  reload: 'Actualizar',
  subject: 'A qué',
  time: 'Hora',
  until: 'Hasta',
  verify: 'Comprobar la cadena',
  verifyAgain: 'Comprobar de nuevo',
}
