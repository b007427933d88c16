import { startTableServer } from './e2e/table-server.ts';
import { phoneAtTable, untilMenu } from './bench/first-load/phone-at-table.ts';
const s=await startTableServer();const p=await phoneAtTable(s.url);
try{for(let i=0;i<2;i++){await new Promise(r=>setTimeout(r,1500));await p.forget();
await p.inPage(async page=>{const c=await p.context.newCDPSession(page);
await page.addInitScript(()=>{ (window as any).__lt=[]; new PerformanceObserver(l=>{for(const e of l.getEntries())(window as any).__lt.push([Math.round(e.startTime),Math.round(e.duration)])}).observe({type:'longtask',buffered:true})});
await c.send('Profiler.enable');await c.send('Profiler.setSamplingInterval',{interval:500});await c.send('Profiler.start');const t=Date.now();await page.goto(p.address);console.log('menu',await untilMenu(page,t));await page.waitForTimeout(4500);
const {profile}=await c.send('Profiler.stop');
console.log('long tasks (start,dur)',JSON.stringify(await page.evaluate(()=>(window as any).__lt)));
if(i===1){const self=new Map<number,number>();profile.samples!.forEach((id,k)=>self.set(id,(self.get(id)??0)+profile.timeDeltas![k]!/1000));
const byId=new Map(profile.nodes.map(n=>[n.id,n]));const total=new Map<number,number>();
const sum=(id:number):number=>{const n=byId.get(id)!;let v=self.get(id)??0;for(const ch of n.children??[])v+=sum(ch);total.set(id,v);return v};sum(profile.nodes[0]!.id);
const url=new Map<string,number>();for(const n of profile.nodes){const k=n.callFrame.url.split('/').pop()||'('+n.callFrame.functionName+')';url.set(k,(url.get(k)??0)+(self.get(n.id)??0))}
console.log([...url].sort((a,b)=>b[1]-a[1]).slice(0,12).map(([k,v])=>k+' '+v.toFixed(0)).join('\n'));
const fn=new Map<string,number>();for(const n of profile.nodes){const k=n.callFrame.functionName+' '+n.callFrame.url.split('/').pop()+':'+n.callFrame.columnNumber;fn.set(k,(fn.get(k)??0)+(self.get(n.id)??0))}
console.log([...fn].sort((a,b)=>b[1]-a[1]).slice(0,25).map(([k,v])=>v.toFixed(1)+' '+k).join('\n'));}
})}}finally{await p.close();await s.stop()}
