import { startTableServer } from './e2e/table-server.ts';
import { phoneAtTable, untilMenu } from './bench/first-load/phone-at-table.ts';
const s=await startTableServer();const p=await phoneAtTable(s.url);
try{for(let i=0;i<4;i++){await new Promise(r=>setTimeout(r,1000));await p.forget();
await p.inPage(async page=>{const c=await p.context.newCDPSession(page);
await page.addInitScript(()=>{ (window as any).__lt=[]; new PerformanceObserver(l=>{for(const e of l.getEntries())(window as any).__lt.push([Math.round(e.startTime),Math.round(e.duration)])}).observe({type:'longtask',buffered:true})});
await c.send('Performance.enable',{timeDomain:'threadTicks'});
const m=async()=>Object.fromEntries((await c.send('Performance.getMetrics')).metrics.map(x=>[x.name,x.value]));
const t=Date.now();await page.goto(p.address,{waitUntil:'commit'});const ms=await untilMenu(page,t);const a=await m();await page.waitForTimeout(3500);const b=await m();
const f=(x:any)=>['TaskDuration','ScriptDuration','LayoutDuration','RecalcStyleDuration'].map(k=>k.replace('Duration','')+' '+(x[k]*1000).toFixed(0)).join(' ');
console.log(ms,'until menu:',f(a),'| later:',f(b),'| nodes',a.Nodes,b.Nodes,JSON.stringify(await page.evaluate(()=>(window as any).__lt)));
})}}finally{await p.close();await s.stop()}
