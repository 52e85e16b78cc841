document.body.append("replay");
