import type { MovingTexts } from './en.ts'

export const es: MovingTexts = {
  // the old phone
  title: 'Pasar a un teléfono nuevo',
  lead: 'Tenga los dos teléfonos a mano. Sus identidades, servicios vinculados y códigos de un solo uso pasan al teléfono nuevo y dejan de funcionar en este.',
  private: 'Asegúrese de que nadie más vea las pantallas.',
  nothing: 'Aún no hay nada que trasladar.',
  start: 'Empezar',
  starting: 'Empezando…',
  showTitle: 'Escanee esto con el teléfono nuevo',
  showLead: 'Apunte con la cámara del teléfono nuevo a este código y abra el enlace.',
  showInstalled: 'Si esta aplicación ya está instalada allí, ábrala y elija «Escanear».',
  showUntil: 'Válido hasta las {time}.',
  showOver: 'Este código ha caducado.',
  showAgain: 'Crear un código nuevo',
  showLink: 'Enlace para el teléfono nuevo',
  showEnded:
    '«{name}» no se traslada: esta identidad se ha desactivado o ya se ha trasladado. Puede eliminarla de este teléfono.',
  showRefused:
    '{app} no se traslada: el servicio ya no conoce este teléfono. Pídale un enlace nuevo y ábralo en el teléfono nuevo.',
  next: 'Siguiente',
  scanTitle: 'Escanee el código del teléfono nuevo',
  scanLead: 'Cuando elija «Trasladar aquí» en el teléfono nuevo, este mostrará un código.',
  scanBack: 'Volver a mostrar mi código',
  scanWrong: 'Este no es el código que muestra el teléfono nuevo.',
  askTitle: '¿Trasladar todo ahora?',
  askLead: 'A partir de ahora usará el teléfono nuevo. Estas identidades dejarán de funcionar en este.',
  askYes: 'Trasladar ahora',
  asking: 'Trasladando…',
  askFailed: 'Aún sin trasladar: {name}. {reason}',
  askTooLate: 'El código del teléfono nuevo ha caducado. Empiece de nuevo.',
  askMissing: 'Es nueva o ha cambiado desde que empezó. Empiece de nuevo.',
  startAgain: 'Empezar de nuevo',
  strangerTitle: 'Empiece en su teléfono anterior',
  strangerLead:
    'Este código pertenece a otro traslado, o el traslado ha tardado demasiado. Abra los ajustes de su teléfono anterior y elija «Pasar a un teléfono nuevo».',
  // one-time codes
  codesTitle: 'Traslade sus códigos',
  codesLead: 'En el teléfono nuevo, elija «Escanear códigos» y apunte a este código.',
  codesPart: 'Código {place} de {count}',
  codesDone: 'Listo',
  // the end
  endTitle: 'Todo se ha trasladado',
  endLead: 'Ya puede usar su teléfono nuevo. Borre este antes de dárselo a otra persona.',
  endKept: 'Antes de borrar este teléfono, compruebe que sus códigos y servicios aparecen en el nuevo.',
  leftTitle: 'No se ha trasladado todo',
  leftLead:
    'Estas identidades siguen en este teléfono. No lo borre todavía: empiece de nuevo para trasladarlas.',
  // the new phone
  hereTitle: '¿Trasladar a este teléfono?',
  hereLead: 'Continúe solo si su teléfono anterior muestra este código en este momento.',
  hereServices: '{count} {count|servicio vinculado|servicios vinculados}',
  hereCodes: '{count} {count|código|códigos} de un solo uso',
  hereYes: 'Trasladar aquí',
  hereBusy: 'Preparando…',
  hereOwn: 'Este código es para su teléfono nuevo. Escanéelo allí.',
  answerTitle: 'Escanee esto con el teléfono anterior',
  answerLead: 'En el teléfono anterior, elija «Siguiente» y apunte con la cámara a este código.',
  answerWaiting: 'Esperando al teléfono anterior…',
  answerLink: 'Enlace para el teléfono anterior',
  serviceFailed:
    'No se ha podido vincular {app}. Inténtelo de nuevo o pida más tarde un enlace nuevo al servicio.',
  serviceSpent:
    'No se ha podido vincular {app}: su código ha caducado o lo ha usado otra persona. Si no fue usted, pida al servicio que elimine el dispositivo desconocido y vuelva a vincular allí este teléfono.',
  serviceRetry: 'Reintentar',
  arrivedTitle: 'Su identidad está aquí',
  arrivedServices: 'Todo está aquí',
  arrivedLead: 'Ya puede usar este teléfono.',
  arrivedVerify: 'Para compartir su correo o su número de teléfono con un sitio, verifíquelos de nuevo.',
  arrivedCodes: 'Último paso: escanee los códigos de un solo uso que muestra su teléfono anterior.',
  arrivedScan: 'Escanear códigos',
}
